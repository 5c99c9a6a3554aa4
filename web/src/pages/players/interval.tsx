/** A share of wins with its 95 % interval, as a bar and in figures. */

import { percent } from "./names";
import { t } from "./words";

interface Props {
  share: number;
  low: number;
  high: number;
  /** What equals would win. */
  fair?: number | undefined;
}

export function Interval({ share, low, high, fair }: Props) {
  const at = (value: number) => `${(value * 100).toFixed(1)}%`;
  return (
    <span class="interval">
      <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ground" x="0" y="5" width="100" height="4" />
        <rect class="span" x={low * 100} y="3" width={Math.max(0.5, (high - low) * 100)} height="8" />
        {fair !== undefined && <rect class="fair" x={fair * 100 - 0.3} y="0" width="0.6" height="14" />}
        <rect class="at" x={share * 100 - 0.7} y="1" width="1.4" height="12" />
      </svg>
      <span class="said" title={`${at(low)} – ${at(high)}`}>
        {t("interval.said", { share: percent(share), low: percent(low), high: percent(high) })}
      </span>
    </span>
  );
}
