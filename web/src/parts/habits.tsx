/** The reader's habits at the question: forced moves by the page itself, and when this kind of choice is confirmed. */

import { automate, automates, CONFIRMS, type Confirm, confirm, confirmOf } from "../match/habits";
import type { Decision } from "../match/live";
import { t } from "../words";

export function Habits({ game, decision }: { game: string; decision: Decision }) {
  return (
    <details class="habits">
      <summary>{t("habits.title")}</summary>
      <label class="row">
        <input
          type="checkbox"
          checked={automates.value}
          onChange={(e) => automate(e.currentTarget.checked)}
        />
        {t("habits.automate")}
      </label>
      <label class="row">
        {t("habits.confirm")}
        <select
          value={confirmOf(game, decision.asks)}
          onChange={(e) => confirm(game, decision.asks, e.currentTarget.value as Confirm)}
        >
          {CONFIRMS.map((when) => (
            <option key={when} value={when}>
              {t(`habits.${when}`)}
            </option>
          ))}
        </select>
      </label>
    </details>
  );
}
