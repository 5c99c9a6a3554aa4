/** Moving through the moments of a match: left enters the past, right at its end or Esc returns to the present. */

import { useEffect } from "preact/hooks";
import type { Live } from "../match/live";
import type { MatchModel } from "../match/model";
import { t } from "../words";
import { isPlain } from "./keys";

export function Moments({ model, live }: { model: MatchModel; live: Live }) {
  const latest = live.seen?.version ?? 0;
  const at = model.moment.value ?? latest;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPlain(event)) return;
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      if (step !== 0) model.step(step);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [model]);
  const steps = model.moments.value;
  if (steps.length < 2) return null;
  return (
    <section class="moments panel" aria-label={t("moments.title")}>
      <button
        type="button"
        class="quiet"
        aria-label={t("moments.first")}
        onClick={() => model.go(steps[0] ?? 0)}
      >
        ⏮
      </button>
      <button type="button" class="quiet" aria-label={t("moments.back")} onClick={() => model.step(-1)}>
        ◀
      </button>
      <input
        type="range"
        aria-label={t("moments.slider")}
        min={0}
        max={steps.length - 1}
        value={Math.max(0, steps.indexOf(at))}
        aria-valuetext={t("moments.at", { version: at, latest })}
        onInput={(e) => model.go(steps[Number(e.currentTarget.value)] ?? null)}
      />
      <button type="button" class="quiet" aria-label={t("moments.on")} onClick={() => model.step(1)}>
        ▶
      </button>
      <button type="button" class="quiet" aria-label={t("moments.present")} onClick={() => model.go(null)}>
        ⏭
      </button>
      <output>{t("moments.at", { version: at, latest })}</output>
    </section>
  );
}
