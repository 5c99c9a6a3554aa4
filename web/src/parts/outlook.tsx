/** A curve of what is expected: up is first, down is last, a line for each seat, a point for each moment. */

import type { Names } from "../games/game";
import { sayer } from "../words";
import type english from "../words/en/analysis";
import { useWidth } from "./width";

const t = sayer<keyof typeof english>("analysis");

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 12;
const RIGHT = 24;
const EDGE = 14;
/** Each seat's line has a pattern of its own beside its colour. */
const DASHES = ["none", "8 4", "2 4", "10 3 2 3", "14 6"];

interface Moment {
  readonly version: number;
  /** By seat, from 0 to 1. */
  readonly values: readonly number[];
}

interface Props {
  /** What is drawn: places by the search, chances by the network. */
  what: "places" | "chances";
  /** In the order of their versions. */
  points: readonly Moment[];
  last: number;
  at: number;
  names: Names;
  go: (version: number) => void;
}

export function Outlook({ what, points, last, at, names, go }: Props) {
  const [tie, width] = useWidth(WIDTH);
  const seats = points[0]?.values.length ?? 0;
  if (points.length < 2) return null;
  const x = (version: number) => LEFT + (version / Math.max(1, last)) * (width - LEFT - RIGHT);
  const y = (value: number) => EDGE + (1 - value) * (HEIGHT - 2 * EDGE);
  const places = Array.from({ length: seats }, (_, seat) => seat);
  const leap = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - LEFT) / (width - LEFT - RIGHT);
    go(Math.round(Math.min(1, Math.max(0, share)) * last));
  };
  return (
    <figure class="curve outlook">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut to what the slider does by keys */}
      <svg
        ref={tie}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={described(what, points, places, names)}
        onClick={leap}
      >
        {[0, 0.5, 1].map((value) => (
          <line key={value} class="grid" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
        ))}
        <line class="at" x1={x(at)} x2={x(at)} y1={EDGE} y2={HEIGHT - EDGE} />
        {places.map((seat) => (
          <g key={seat} class={`seat-${seat}`}>
            <polyline
              points={points.map((one) => `${x(one.version)},${y(one.values[seat] ?? 0)}`).join(" ")}
              stroke-dasharray={DASHES[seat]}
            />
            <text x={width - RIGHT + 6} y={y(points.at(-1)?.values[seat] ?? 0) + 4}>
              {seat + 1}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <span class="soft">{t(what === "places" ? "curve" : "curve_chances")}</span>
        <ul class="legend">
          {places.map((seat) => (
            <li key={seat} class={`seat-${seat}`}>
              <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
                <line x1="0" x2="28" y1="4" y2="4" stroke-dasharray={DASHES[seat]} />
              </svg>
              {seat + 1} {names(seat)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function described(
  what: Props["what"],
  points: readonly Moment[],
  places: readonly number[],
  names: Names,
): string {
  const last = points.at(-1);
  const told = places.map((seat) =>
    t("described_seat", { name: names(seat), share: Math.round((last?.values[seat] ?? 0) * 100) }),
  );
  return t(what === "places" ? "described" : "described_chances", {
    count: points.length,
    told: told.join(", "),
  });
}
