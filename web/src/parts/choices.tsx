/** What is asked, and every legal answer as a button with its notation and its key. */

import { useEffect } from "preact/hooks";
import type { Arranged, GameClient, Lexicon, Piece } from "../games/game";
import { piecesIn, questionOf } from "../games/wording";
import { type Together as Marked, marksOf } from "../match/draft";
import { ONE } from "../match/habits";
import { askHint } from "../match/hint";
import type { LegalAction } from "../match/live";
import type { MatchModel } from "../match/model";
import { t } from "../words";
import { Arrangement } from "./arrangement";
import { Habits } from "./habits";
import { Hints } from "./hints";
import { isPlain, keyOf, placeOfKey } from "./keys";
import { reading } from "./reader";
import { Refusal } from "./refusal";

interface Props {
  model: MatchModel;
  client: GameClient;
  lexicon: Lexicon;
  /** Which answers are marked first and sent at once. */
  together: Marked | null;
  /** How the answers are arranged before they are sent; null: each is sent, or marked. */
  arranged: Arranged | null;
  choose: (action: LegalAction) => void;
}

export function Choices({ model, client, lexicon, together, arranged, choose }: Props) {
  const decision = model.asked.value;
  const legal = model.legal.value;
  const sending = model.sending.value;
  const isBusy =
    model.isSettling.value ||
    model.composing.isAsking.value ||
    sending.state === "sending" ||
    sending.state === "repeating";
  useKeys(model, legal, choose);
  if (decision === null || !decision.is_asked) return null;
  const labelOf = (action: LegalAction) => client.labelOf(action, lexicon);
  const seen = model.shown.value;
  const figures = seen === null ? {} : client.figuresOf(seen);
  const isWhole = model.composing.composed.value?.isWhole ?? false;
  return (
    <section
      class="choices panel"
      aria-label={t("choices.title")}
      aria-busy={isBusy}
      data-version={decision.version}
    >
      <h2 class="question" id="question">
        {isWhole ? t("arranged.whole") : questionOf(decision, lexicon, figures)}
      </h2>
      {sending.state === "refused" && (
        <Refusal wrong={sending.wrong} game={lexicon.game} onDismiss={() => model.dismiss()} />
      )}
      {sending.state === "repeating" && <p class="soft">{t("choices.repeating")}</p>}
      <ol class="actions" aria-labelledby="question">
        {legal.map((action, place) => (
          <li key={action.notation}>
            <Choice
              action={action}
              place={place}
              label={labelOf(action)}
              marks={together === null ? null : marksOf(model.draft.value, action)}
              copies={together?.copiesOf(action) ?? 1}
              isBusy={isBusy}
              choose={choose}
              piece={piecesIn(action.action, lexicon)[0]}
            />
          </li>
        ))}
      </ol>
      {arranged !== null && (
        <Arrangement model={model} arranged={arranged} game={lexicon.game} labelOf={labelOf} />
      )}
      {together === ONE ? (
        <Confirming model={model} labelOf={labelOf} />
      ) : (
        together !== null && <Together model={model} most={together.most} />
      )}
      <Hints model={model} lexicon={lexicon} labelOf={labelOf} choose={choose} />
      <Habits game={lexicon.game} decision={decision} />
    </section>
  );
}

interface ChoiceProps {
  action: LegalAction;
  place: number;
  label: string;
  /** How often it is marked; null: it is sent as soon as it is chosen. */
  marks: number | null;
  copies: number;
  isBusy: boolean;
  choose: (action: LegalAction) => void;
  /** What it is about, to be read. */
  piece: Piece | undefined;
}

function Choice({ action, place, label, marks, copies, isBusy, choose, piece }: ChoiceProps) {
  return (
    <button
      type="button"
      class={`action${marks ? " marked" : ""}`}
      aria-disabled={isBusy}
      aria-pressed={marks === null ? undefined : marks > 0}
      aria-keyshortcuts={keyOf(place) ?? undefined}
      title={action.notation}
      data-notation={action.notation}
      data-copies={copies}
      data-marks={marks ?? undefined}
      {...(piece === undefined ? {} : reading(piece))}
      onClick={() => choose(action)}
    >
      <kbd>{keyOf(place)}</kbd>
      <span>{label}</span>
      {copies > 1 && <span class="soft">{`${marks ?? 0}/${copies}`}</span>}
      <code class="notation">{action.notation}</code>
    </button>
  );
}

/** What is marked, how much is still to be marked, and the button that sends it. */
function Together({ model, most }: { model: MatchModel; most: number }) {
  const marked = model.draft.value?.actions.length ?? 0;
  const left = most - marked;
  return (
    <div class="row together" data-left={left}>
      <span role="status">{t("together.left", { count: left })}</span>
      <button
        type="button"
        class="primary"
        aria-disabled={left > 0}
        aria-keyshortcuts="Enter"
        onClick={() => void model.send(most)}
      >
        {t("together.send", { count: most })} <kbd>↵</kbd>
      </button>
      {marked > 0 && (
        <button type="button" class="quiet" onClick={() => model.unmark()}>
          {t("together.reset")}
        </button>
      )}
    </div>
  );
}

/** What is chosen, until it is confirmed. */
function Confirming({ model, labelOf }: { model: MatchModel; labelOf: (action: LegalAction) => string }) {
  const [chosen] = model.draft.value?.actions ?? [];
  return (
    <div class="row together" data-left={chosen === undefined ? 1 : 0}>
      <button
        type="button"
        class="primary"
        aria-disabled={chosen === undefined}
        aria-keyshortcuts="Enter"
        onClick={() => void model.send(ONE.most)}
      >
        {chosen === undefined ? t("confirm.choose") : t("confirm.send", { action: labelOf(chosen) })}{" "}
        <kbd>↵</kbd>
      </button>
      {chosen !== undefined && (
        <button type="button" class="quiet" onClick={() => model.unmark()}>
          {t("together.reset")}
        </button>
      )}
    </div>
  );
}

function useKeys(
  model: MatchModel,
  legal: readonly LegalAction[],
  choose: (action: LegalAction) => void,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isPlain(event) && event.key === "?") void askHint(model);
      const place = placeOfKey(event);
      const action = place === null ? undefined : legal[place];
      if (action === undefined) return;
      event.preventDefault();
      choose(action);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [model, legal, choose]);
}
