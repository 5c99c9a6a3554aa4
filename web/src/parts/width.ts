/** How wide a chart is drawn: its labels are as large on a phone as elsewhere if its own units are px. */

import { useLayoutEffect, useState } from "preact/hooks";

/** Returns what to tie to a chart, and its width in px, or what it has at most in its own units. */
export function useWidth(most: number): [(drawn: SVGSVGElement | null) => void, number] {
  const [drawn, tie] = useState<SVGSVGElement | null>(null);
  const [width, setWidth] = useState(most);
  useLayoutEffect(() => {
    if (drawn === null) return;
    const measure = () => setWidth(Math.min(most, Math.round(drawn.getBoundingClientRect().width) || most));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(drawn);
    return () => observer.disconnect();
  }, [drawn, most]);
  return [tie, width];
}
