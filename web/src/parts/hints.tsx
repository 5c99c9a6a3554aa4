/** A hint on request: what the search prefers, with what it expects of each, each of them a button. */

import { type Analysis, askHint, mayAsk } from "../match/hint";
import type { LegalAction } from "../match/live";
import type { MatchModel } from "../match/model";
import { language, t } from "../words";
import { Refusal } from "./refusal";

const SHOWN = 3;

interface Props {
  model: MatchModel;
  labelOf: (action: LegalAction) => string;
  choose: (action: LegalAction) => void;
}

export function Hints({ model, labelOf, choose }: Props) {
  const hint = model.hint.value;
  if (!mayAsk(model)) return null;
  const isOfNow = hint !== null && hint.version === model.decision.value?.version;
  if (!isOfNow)
    return (
      <button
        type="button"
        class="quiet hint-button"
        aria-keyshortcuts="?"
        onClick={() => void askHint(model)}
      >
        {t("hint.ask")} <kbd>?</kbd>
      </button>
    );
  if (hint.state === "refused")
    return (
      <Refusal
        wrong={hint.wrong}
        onDismiss={() => {
          model.hint.value = null;
        }}
      />
    );
  return (
    <div class="hint" role="status" aria-busy={hint.state === "searching"}>
      {hint.state === "searching" ? (
        <p class="soft">{t("hint.searching")}</p>
      ) : (
        <Found found={hint.found} legal={model.legal.value} labelOf={labelOf} choose={choose} />
      )}
    </div>
  );
}

interface FoundProps extends Omit<Props, "model"> {
  found: Analysis;
  legal: readonly LegalAction[];
}

/** The best candidates with the points they are expected to bring the own seat and the best of the others. */
function Found({ found, legal, labelOf, choose }: FoundProps) {
  const points = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 });
  return (
    <>
      <p class="soft">{t("hint.lead", { count: found.iterations })}</p>
      <ol>
        {found.candidates.slice(0, SHOWN).map((candidate) => {
          const action = legal.find(({ notation }) => notation === candidate.notation);
          if (action === undefined) return null;
          const own = candidate.expected_scores[found.seat] ?? 0;
          const others = candidate.expected_scores.filter((_, seat) => seat !== found.seat);
          const said = { own: points.format(own), other: points.format(Math.max(...others)) };
          return (
            <li key={candidate.notation}>
              <button type="button" class="quiet" onClick={() => choose(action)}>
                {labelOf(action)}
              </button>
              <span>{others.length === 0 ? t("hint.alone", said) : t("hint.expects", said)}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
