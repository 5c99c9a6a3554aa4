/** What is asked, and every legal answer as a button with its notation and its key. */

import { useEffect } from "preact/hooks";
import type { GameClient, Lexicon } from "../games/game";
import { questionOf } from "../games/wording";
import type { LegalAction } from "../match/live";
import type { MatchModel } from "../match/model";
import { t } from "../words";
import { keyOf, placeOfKey } from "./keys";
import { Refusal } from "./refusal";

interface Props {
  model: MatchModel;
  client: GameClient;
  lexicon: Lexicon;
  choose: (action: LegalAction) => void;
}

export function Choices({ model, client, lexicon, choose }: Props) {
  const decision = model.decision.value;
  const legal = model.legal.value;
  const sending = model.sending.value;
  const isBusy = model.isSettling.value || sending.state === "sending" || sending.state === "repeating";
  useKeys(legal, choose);
  if (decision === null || !decision.is_asked) return null;
  return (
    <section
      class="choices panel"
      aria-label={t("choices.title")}
      aria-busy={isBusy}
      data-version={decision.version}
    >
      <h2 class="question" id="question">
        {questionOf(decision, lexicon)}
      </h2>
      {sending.state === "refused" && <Refusal wrong={sending.wrong} onDismiss={() => model.dismiss()} />}
      {sending.state === "repeating" && <p class="soft">{t("choices.repeating")}</p>}
      <ol class="actions" aria-labelledby="question">
        {legal.map((action, place) => (
          <li key={action.notation}>
            <button
              type="button"
              class="action"
              aria-disabled={isBusy}
              aria-keyshortcuts={keyOf(place) ?? undefined}
              title={action.notation}
              data-notation={action.notation}
              onClick={() => choose(action)}
            >
              <kbd>{keyOf(place)}</kbd>
              <span>{client.labelOf(action, lexicon)}</span>
              <code class="notation">{action.notation}</code>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useKeys(legal: readonly LegalAction[], choose: (action: LegalAction) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const place = placeOfKey(event);
      const action = place === null ? undefined : legal[place];
      if (action === undefined) return;
      event.preventDefault();
      choose(action);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [legal, choose]);
}
