/** What happened: the story since the own last turn, and the whole log. */

import type { GameClient, Lexicon, Names } from "../games/game";
import type { NumberedEvent } from "../match/live";
import { t } from "../words";

interface Props {
  events: readonly NumberedEvent[];
  client: GameClient;
  lexicon: Lexicon;
  names: Names;
}

const SHOWN_MAX = 400;

export function Events({ events, client, lexicon, names }: Props) {
  const lines = events
    .slice(-SHOWN_MAX)
    .map(({ cursor, event }) => ({ cursor, text: client.tell(event, lexicon, names) }))
    .filter((line) => line.text !== null);
  if (lines.length === 0) return <p class="soft">{t("log.nothing")}</p>;
  return (
    <ol class="log">
      {lines.map(({ cursor, text }) => (
        <li key={cursor}>{text}</li>
      ))}
    </ol>
  );
}
