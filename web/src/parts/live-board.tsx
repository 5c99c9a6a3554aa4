/** A running match's table, small and live: only to look at, and drawn only once it is in sight. */

import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  id: string;
  game: string;
}

/** So many of a list are drawn: each follows its match. */
export const BOARDS_MAX = 4;

export function LiveBoard({ id, game }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [Drawn, setDrawn] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (place.current === null) return;
    const sight = new IntersectionObserver((seen) => {
      if (!seen.some((each) => each.isIntersecting)) return;
      sight.disconnect();
      void import("./drawn-board").then((parts) => setDrawn(() => parts.DrawnBoard));
    });
    sight.observe(place.current);
    return () => sight.disconnect();
  }, []);
  return (
    <div ref={place} class={`live-board of-${game}`} inert aria-hidden="true">
      {Drawn !== null && <Drawn id={id} game={game} />}
    </div>
  );
}
