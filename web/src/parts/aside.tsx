/** Beside the table: the piece being read, the story, the log, the talk. */

import { useEffect, useRef, useState } from "preact/hooks";
import { lazy } from "preact-iso";
import type { LoadedGame, Names } from "../games/game";
import { addressOf } from "../match/address";
import type { Live, NumberedEvent } from "../match/live";
import type { MatchModel } from "../match/model";
import { nextStart, type Rounds, startsOf } from "../match/past";
import { learn, t } from "../words";
import { Chat } from "./chat";
import { Events } from "./happened";
import { Reader } from "./reader";

const TABS = ["story", "log", "chat"] as const;
type Tab = (typeof TABS)[number] | "analysis";

const Analysis = lazy(() =>
  Promise.all([import("./analysis"), learn("analysis")]).then(([parts]) => parts.Analysis),
);

interface Props {
  model: MatchModel;
  live: Live;
  game: LoadedGame;
  names: Names;
}

export function Aside({ model, live, game, names }: Props) {
  const [tab, setTab] = useState<Tab>("story");
  const { client, lexicon } = game;
  const last = model.past.last.value;
  const panel = useRef<HTMLDivElement>(null);
  const moment = model.isRelived.value ? model.at.value : null;
  const isOver = last !== null;
  useEffect(() => {
    // The server tells of a finished match at which moment each thing happened.
    if (isOver) void model.past.tell(model.eyes.value);
  }, [model, isOver]);
  const events = moment === null ? eventsOf(tab, model, live) : pastOf(tab, model, client.rounds, moment);
  useEffect(() => {
    // What happened last is what is looked at.
    if (moment !== null && tab !== "analysis" && panel.current !== null)
      panel.current.scrollTop = panel.current.scrollHeight;
  }, [tab, moment, events.length]);
  return (
    <aside class="aside">
      <Reader game={lexicon.game} />
      <div class="panel tabs">
        <div role="tablist" aria-label={t("aside.title")}>
          {(last === null ? TABS : [...TABS, "analysis" as const]).map((each) => (
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
        <div id="tab-panel" ref={panel} role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
          {tab === "chat" ? (
            <Chat live={live} />
          ) : tab === "analysis" && last !== null ? (
            <Analysis model={model} last={last} client={client} lexicon={lexicon} names={names} />
          ) : (
            <Events
              key={tab}
              events={events}
              client={client}
              lexicon={lexicon}
              names={names}
              momentAt={(version) => addressAt(model, version)}
              knownUntil={model.lookedUntil.value}
            />
          )}
        </div>
      </div>
    </aside>
  );
}

/** Where a moment is shown, as far as it can be: of a running match those that were seen live. */
function addressAt(model: MatchModel, version: number): string | null {
  const isShown = model.isOver.value || model.moments.value.includes(version);
  return isShown ? `/matches/${model.id}${addressOf({ at: version, eyes: model.chosenEyes() })}` : null;
}

/** What has happened so far: since the own latest action, or all. */
function eventsOf(tab: Tab, model: MatchModel, live: Live): readonly NumberedEvent[] {
  const from = model.storyFrom.value;
  const story = model.past.story.value;
  const events = story.length >= live.events.length ? story : live.events;
  return tab === "log" ? events : events.filter((each) => each.cursor > from);
}

/** What had happened at a moment of the past: in that round, or all. */
function pastOf(tab: Tab, model: MatchModel, rounds: Rounds, moment: number): readonly NumberedEvent[] {
  const story = model.past.story.value;
  const from = tab === "log" ? 0 : nextStart(startsOf(story, rounds.kind, model.latest.value), moment, -1);
  return story.filter(({ version }) => version <= moment && version > (from || -1));
}
