/** Talk at the table. Nothing typed is lost when sending fails, and nothing is said twice. */

import { useRef, useState } from "preact/hooks";
import { answered, http, newKey, Refused, Unreachable } from "../api/client";
import type { Live } from "../match/live";
import { t } from "../words";
import { Refusal } from "./refusal";

const CHARS_MAX = 300;

export function Chat({ live }: { live: Live }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  // What was perhaps said already, though no answer came, is said again as the same.
  const key = useRef(newKey());
  const write = (next: string) => {
    key.current = newKey();
    setText(next);
  };
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    try {
      const params = { path: { match_id: live.match.id }, header: { "Idempotency-Key": key.current } };
      await answered(http.POST("/v1/matches/{match_id}/chat", { params, body: { text } }));
      write("");
      setWrong(null);
    } catch (caught) {
      if (!(caught instanceof Refused) && !(caught instanceof Unreachable)) throw caught;
      setWrong(caught);
    }
  };
  return (
    <div class="chat">
      <ol class="log" aria-live="polite">
        {live.chat.map((said) => (
          <li key={said.cursor}>
            <b>{said.account}</b> {said.text}
          </li>
        ))}
      </ol>
      {live.match.has_chat ? (
        <form onSubmit={send}>
          <label>
            <span class="hidden">{t("chat.say")}</span>
            <input
              value={text}
              maxLength={CHARS_MAX}
              placeholder={t("chat.say")}
              onInput={(e) => write(e.currentTarget.value)}
            />
          </label>
          <button type="submit">{t("chat.send")}</button>
        </form>
      ) : (
        <p class="soft">{t("chat.off")}</p>
      )}
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
    </div>
  );
}
