/** What is arranged before it is sent: each answer to be changed, and the buttons that send it or begin anew. */

import type { Arranged, GameName } from "../games/game";
import type { LegalAction } from "../match/live";
import type { MatchModel } from "../match/model";
import { t } from "../words";
import { Sentence } from "./refusal";

interface Props {
  model: MatchModel;
  arranged: Arranged;
  game: GameName;
  labelOf: (action: LegalAction) => string;
}

export function Arrangement({ model, arranged, game, labelOf }: Props) {
  const { composing } = model;
  const composed = composing.composed.value;
  const wrong = composing.wrong.value;
  const canSend = canSendNow(model, arranged);
  const isChanged = composed !== null && composed.at < composed.steps.length;
  return (
    <div class="arrangement" data-ready={canSend}>
      {composed !== null && (
        <ol class="steps" aria-label={t("arranged.title")}>
          {composed.steps.map((step, place) => (
            <li key={`${place} ${step.action.notation}`}>
              <button
                type="button"
                class="quiet"
                aria-pressed={isChanged && place === composed.at}
                title={t("arranged.change")}
                onClick={() => void composing.look(place)}
              >
                {labelOf(step.action)}
              </button>
            </li>
          ))}
        </ol>
      )}
      <p class="soft" role="status">
        {composed?.dropped ? t("arranged.dropped", { count: composed.dropped }) : ""}
      </p>
      {wrong && <Sentence wrong={wrong} game={game} />}
      <div class="row">
        <button
          type="button"
          class="primary"
          aria-disabled={!canSend}
          aria-keyshortcuts="Enter"
          onClick={() => void sendArranged(model, arranged)}
        >
          {t("arranged.send")} <kbd>↵</kbd>
        </button>
        {composed !== null && (
          <>
            <button type="button" class="quiet" aria-keyshortcuts="u" onClick={() => void composing.undo()}>
              {t(isChanged ? "arranged.keep" : "arranged.undo")} <kbd>u</kbd>
            </button>
            <button type="button" class="quiet" onClick={() => composing.reset()}>
              {t("arranged.reset")}
            </button>
          </>
        )}
      </div>
      {composed !== null && <p class="soft">{t("arranged.hint")}</p>}
    </div>
  );
}

/** The legal answer that says that nothing more is to come. */
function closingOf(model: MatchModel, arranged: Arranged): LegalAction | null {
  return model.legal.value.find(arranged.closes) ?? null;
}

function canSendNow(model: MatchModel, arranged: Arranged): boolean {
  const composed = model.composing.composed.value;
  if (composed?.isWhole) return true;
  const isAtEnd = composed === null || composed.at === composed.steps.length;
  return isAtEnd && closingOf(model, arranged) !== null;
}

/** Sends what is arranged, if it can be sent as it is. */
export async function sendArranged(model: MatchModel, arranged: Arranged): Promise<void> {
  if (canSendNow(model, arranged)) await model.sendComposed(closingOf(model, arranged));
}
