/** What happened: the story since the own last turn, and the whole log. Pieces in it are read, moments gone to. */

import { useState } from "preact/hooks";
import type { GameClient, Lexicon, Names } from "../games/game";
import { piecesIn } from "../games/wording";
import type { NumberedEvent } from "../match/live";
import { t } from "../words";
import { WithPieces } from "./reader";

interface Props {
  events: readonly NumberedEvent[];
  client: GameClient;
  lexicon: Lexicon;
  names: Names;
  /** The address of a moment that can be shown; null: it can't. */
  momentAt: (version: number) => string | null;
  /** Number of the last event that the reader knew before coming back. */
  knownUntil: number | null;
}

/** So many lines more are shown at once: a match has some thousand. */
const LINES = 400;

export function Events({ events, client, lexicon, names, momentAt, knownUntil }: Props) {
  const [shown, setShown] = useState(LINES);
  const lines = events
    .map(({ cursor, event, version }) => ({
      cursor,
      version,
      event,
      text: client.tell(event, lexicon, names),
    }))
    .filter((line) => line.text !== null);
  if (lines.length === 0) return <p class="soft">{t("log.nothing")}</p>;
  const earlier = Math.max(0, lines.length - shown);
  const firstNew = knownUntil === null ? undefined : lines.find(({ cursor }) => cursor > knownUntil);
  return (
    <>
      {earlier > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + LINES)}>
          {t("log.earlier", { count: earlier })}
        </button>
      )}
      <ol class="log">
        {lines.slice(earlier).map(({ cursor, version, event, text }) => (
          <li key={cursor} class={firstNew?.cursor === cursor && cursor !== lines[0]?.cursor ? "since" : ""}>
            {firstNew?.cursor === cursor && cursor !== lines[0]?.cursor && <b>{t("log.since")}</b>}
            <WithPieces text={text ?? ""} pieces={piecesIn(event, lexicon)} />
            <Moment address={version === undefined ? null : momentAt(version)} version={version} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Moment({ address, version = 0 }: { address: string | null; version?: number | undefined }) {
  if (address === null) return null;
  return (
    <>
      {" "}
      <a
        class="to-moment"
        href={address}
        title={t("log.moment")}
        aria-label={t("log.moment_at", { version })}
      >
        {version}
      </a>
    </>
  );
}
