/** Title and icon tell at a glance whose turn it is, also in a tab that nobody looks at. */

import { useEffect } from "preact/hooks";
import usual from "../icon.svg";
import due from "../icon-due.svg";

export function useTitle(title: string, isDue = false): void {
  useEffect(() => {
    document.title = title === "" ? "Astrarium" : `${title} · Astrarium`;
  }, [title]);
  useEffect(() => {
    if (!isDue) return;
    show(due);
    return () => show(usual);
  }, [isDue]);
}

function show(icon: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null) link.href = icon;
}
