/** Beside the table: the piece being read, the story, the log, the talk. */

import { useState } from "preact/hooks";
import type { LoadedGame, Names } from "../games/game";
import type { Live } from "../match/live";
import type { MatchModel } from "../match/model";
import { t } from "../words";
import { Chat } from "./chat";
import { Events } from "./happened";
import { Reader } from "./reader";

const TABS = ["story", "log", "chat"] as const;
type Tab = (typeof TABS)[number];

interface Props {
  model: MatchModel;
  live: Live;
  game: LoadedGame;
  names: Names;
}

export function Aside({ model, live, game, names }: Props) {
  const [tab, setTab] = useState<Tab>("story");
  const { client, lexicon } = game;
  const from = model.storyFrom.value;
  const events = tab === "log" ? live.events : live.events.filter((each) => each.cursor > from);
  return (
    <aside class="aside">
      <Reader game={lexicon.game} />
      <div class="panel tabs">
        <div role="tablist" aria-label={t("aside.title")}>
          {TABS.map((each) => (
            <button
              key={each}
              id={`tab-${each}`}
              type="button"
              role="tab"
              aria-selected={tab === each}
              aria-controls="tab-panel"
              onClick={() => setTab(each)}
            >
              {t(`aside.${each}`)}
            </button>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by key */}
        <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
          {tab === "chat" ? (
            <Chat live={live} />
          ) : (
            <Events events={events} client={client} lexicon={lexicon} names={names} />
          )}
        </div>
      </div>
    </aside>
  );
}
