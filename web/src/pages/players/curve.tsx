/** The course of a rating: its mean as a line, two deviations to either side as a band. */

import { useWidth } from "../../parts/width";
import type { Change } from "./data";
import { day, written } from "./names";
import { t } from "./words";

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 10;
const STEPS = [0.5, 1, 2, 5, 10, 20, 50];

export function Curve({ changes }: { changes: readonly Change[] }) {
  const [tie, width] = useWidth(WIDTH);
  if (changes.length < 2) return null;
  const low = Math.min(...changes.map((each) => each.mean - 2 * each.deviation));
  const high = Math.max(...changes.map((each) => each.mean + 2 * each.deviation));
  const x = (place: number) => LEFT + (place / (changes.length - 1)) * (width - LEFT - 8);
  const y = (value: number) => TOP + ((high - value) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  const points = (value: (each: Change) => number) =>
    changes.map((each, place) => `${x(place).toFixed(1)},${y(value(each)).toFixed(1)}`);
  const upper = points((each) => each.mean + 2 * each.deviation);
  const lower = points((each) => each.mean - 2 * each.deviation).reverse();
  const [first, last] = [changes[0], changes.at(-1)];
  return (
    <figure class="curve">
      <svg ref={tie} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={described(changes)}>
        {ticks(low, high).map((tick) => (
          <g key={tick}>
            <line class="grid" x1={LEFT} x2={width - 8} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {written(tick)}
            </text>
          </g>
        ))}
        <polygon class="band" points={[...upper, ...lower].join(" ")} />
        <polyline class="line" points={points((each) => each.mean).join(" ")} />
        <text x={LEFT} y={HEIGHT - 6}>
          {first ? day(first.at_ms) : ""}
        </text>
        <text x={width - 8} y={HEIGHT - 6} text-anchor="end">
          {last ? day(last.at_ms) : ""}
        </text>
      </svg>
      <figcaption class="soft">{t("curve.caption")}</figcaption>
    </figure>
  );
}

function described(changes: readonly Change[]): string {
  const [first, last] = [changes[0], changes.at(-1)];
  return t("curve.label", {
    count: changes.length,
    first: written(first?.mean ?? 0),
    last: written(last?.mean ?? 0),
  });
}

/** Some round values between the two. */
export function ticks(low: number, high: number): number[] {
  const step = STEPS.find((each) => (high - low) / each <= 6) ?? 100;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
  return found;
}
