/** The course of a sequential test, set by set, between its two ends: at one of them it is decided. */

import { useWidth } from "../../parts/width";
import type { Series } from "./data";
import { written } from "./names";
import { t } from "./words";

type Sprt = Series["groups"][number]["sprt"];

const WIDTH = 720;
const HEIGHT = 180;
const LEFT = 52;
const RIGHT = 8;
const EDGE = 14;
/** Beyond its ends there is a little room. */
const ROOM = 1.15;

interface Props {
  test: Sprt;
  /** Complete sets so far. */
  sets: number;
  name: string;
}

export function Course({ test, sets, name }: Props) {
  const [tie, width] = useWidth(WIDTH);
  const { course, lower, upper } = test;
  if (course.length < 2) return null;
  const low = Math.min(lower, ...course) * ROOM;
  const high = Math.max(upper, ...course) * ROOM;
  const x = (place: number) => LEFT + (place / (course.length - 1)) * (width - LEFT - RIGHT);
  const y = (value: number) => EDGE + ((high - value) / (high - low)) * (HEIGHT - 2 * EDGE);
  const ends = [
    { at: upper, says: written(upper) },
    { at: 0, says: "0" },
    { at: lower, says: written(lower) },
  ];
  return (
    <figure class="curve">
      <svg
        ref={tie}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={t("course.label", {
          name,
          count: sets,
          at: written(test.log_ratio),
          lower: written(lower),
          upper: written(upper),
        })}
      >
        {ends.map(({ at, says }) => (
          <g key={at}>
            <line class={at === 0 ? "grid" : "end"} x1={LEFT} x2={width - RIGHT} y1={y(at)} y2={y(at)} />
            <text x={LEFT - 6} y={y(at) + 4} text-anchor="end">
              {says}
            </text>
          </g>
        ))}
        <polyline class="line" points={course.map((value, place) => `${x(place)},${y(value)}`).join(" ")} />
      </svg>
      <figcaption class="soft">{t("course.caption", { name })}</figcaption>
    </figure>
  );
}
