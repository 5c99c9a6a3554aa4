/** The title tells at a glance whose turn it is, also in a tab that nobody looks at. */

import { useEffect } from "preact/hooks";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Astrarium" : `${title} · Astrarium`;
  }, [title]);
}
