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
        <Arrow of="first" />
      </button>
      <button type="button" class="quiet" aria-label={t("moments.back")} onClick={() => model.step(-1)}>
        <Arrow of="back" />
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
        <Arrow of="on" />
      </button>
      <button type="button" class="quiet" aria-label={t("moments.present")} onClick={() => model.go(null)}>
        <Arrow of="present" />
      </button>
      <output>{t("moments.at", { version: at, latest })}</output>
    </section>
  );
}

const ARROWS = {
  first: "M5 4v12M17 4 8 10l9 6z",
  back: "M14 4 5 10l9 6z",
  on: "M6 4l9 6-9 6z",
  present: "M15 4v12M3 4l9 6-9 6z",
};

function Arrow({ of }: { of: keyof typeof ARROWS }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path
        d={ARROWS[of]}
        fill="currentColor"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
    </svg>
  );
}
