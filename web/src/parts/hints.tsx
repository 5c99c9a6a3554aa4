/** A hint on request: what the search prefers, with what it expects of each and why, each of them a button. */

import type { Lexicon } from "../games/game";
import { inWords } from "../games/wording";
import { type Analysis, askHint, mayAsk } from "../match/hint";
import type { LegalAction } from "../match/live";
import type { MatchModel } from "../match/model";
import { phasesOf, type Share, sourcesOf } from "../match/reasons";
import { type Key, language, t } from "../words";
import { Refusal } from "./refusal";

const SHOWN = 3;

interface Props {
  model: MatchModel;
  lexicon: Lexicon;
  labelOf: (action: LegalAction) => string;
  choose: (action: LegalAction) => void;
}

export function Hints({ model, lexicon, labelOf, choose }: Props) {
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
        <Found
          found={hint.found}
          legal={model.legal.value}
          lexicon={lexicon}
          labelOf={labelOf}
          choose={choose}
        />
      )}
    </div>
  );
}

interface FoundProps extends Omit<Props, "model"> {
  found: Analysis;
  legal: readonly LegalAction[];
}

/** The best candidates with the points they are expected to bring the own seat and the best of the others. */
function Found({ found, legal, lexicon, labelOf, choose }: FoundProps) {
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
              {candidate.why && <Reasons why={candidate.why} seat={found.seat} lexicon={lexicon} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface ReasonsProps {
  why: NonNullable<Analysis["candidates"][number]["why"]>;
  seat: number;
  lexicon: Lexicon;
}

/** Where the own points come from after a candidate, and which phases are likely next. */
function Reasons({ why, seat, lexicon }: ReasonsProps) {
  const points = new Intl.NumberFormat(language.value, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const chance = new Intl.NumberFormat(language.value, { style: "percent" });
  const listed = (
    shares: readonly Share[],
    nameOf: (name: string) => string | number,
    as: Intl.NumberFormat,
  ) => shares.map(({ name, amount }) => `${nameOf(name)} ${as.format(amount)}`).join(" · ");
  const sources = listed(sourcesOf(why, seat), (name) => t(`source.${name}` as Key), points);
  const phases = listed(phasesOf(why), (name) => inWords(name, lexicon), chance);
  return (
    <small class="soft reasons">
      {sources && <span>{t("hint.sources", { list: sources })}</span>}
      {phases && <span>{t("hint.phases", { list: phases })}</span>}
    </small>
  );
}
