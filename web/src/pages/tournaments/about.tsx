/** A tournament's settings in words. */

import { MINUTE_MS, t as settings } from "../../parts/settings";
import { t as said } from "../../words";
import type { Config } from "./acts";
import { written } from "./names";
import { t } from "./words";

export function About({ config, host }: { config: Config; host: string }) {
  const lines: readonly (readonly [string, string])[] = [
    [t("about.host"), host],
    [t("field.format"), `${t(`format.${config.format}`)}: ${t(`format_text.${config.format}`)}`],
    [t("field.seats"), said("offer.seat_count", { count: config.seats })],
    [settings("field.clock"), clockOf(config)],
    [settings("field.absence"), settings(`absence.${config.absence}`)],
    [t("field.points"), config.points.join(" · ")],
    [t("field.bye_points"), config.bye_points],
    [t("field.players"), config.players.map((each) => settings(`player.${each}`)).join(", ")],
    ...rounds(config),
    ...bounds(config),
    ...(config.is_duplicate ? [[t("field.is_duplicate"), t("hint.is_duplicate")] as const] : []),
    [settings("field.is_rated"), settings(config.is_rated ? "flag.yes" : "flag.no")],
  ];
  return (
    <details>
      <summary>{t("about.title")}</summary>
      <dl class="facts">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export function clockOf({ clock }: Config): string {
  if (clock.kind === "decision") return t("clock.decision", { seconds: (clock.decision_ms ?? 0) / 1000 });
  if (clock.kind === "none") return t("clock.none");
  return t("clock.bank", {
    minutes: written((clock.bank_ms ?? 0) / MINUTE_MS),
    seconds: written((clock.increment_ms ?? 0) / 1000),
  });
}

function rounds(config: Config): readonly (readonly [string, string])[] {
  if (config.format === "arena")
    return [[t("field.duration"), t("about.minutes", { count: minutesOf(config) })]];
  const count = config.rounds === 0 ? t("about.rounds_auto") : written(config.rounds);
  return [[t("field.rounds"), count]];
}

function minutesOf({ duration_ms }: Config): number {
  return Math.round(duration_ms / MINUTE_MS);
}

function bounds({ rating_min, rating_max }: Config): readonly (readonly [string, string])[] {
  if (rating_min === undefined && rating_max === undefined) return [];
  return [[t("about.rating"), `${written(rating_min ?? -1000)} … ${written(rating_max ?? 1000)}`]];
}
