/**
 * A finished match as a network and the search see it: the curves of chances and of places, the decision that is looked
 * at, where most was lost.
 */

import { useMemo } from "preact/hooks";
import type { GameClient, Lexicon, Names } from "../games/game";
import { type Analysing, analysingOf, type Found, lossOf } from "../match/analysing";
import { evaluationsOf } from "../match/evaluations";
import type { LegalAction } from "../match/live";
import type { MatchModel } from "../match/model";
import { sayer } from "../words";
import type english from "../words/en/analysis";
import { Loaded } from "./loaded";
import { Outlook } from "./outlook";
import { Refusal } from "./refusal";

const t = sayer<keyof typeof english>("analysis");

interface Props {
  model: MatchModel;
  last: number;
  client: GameClient;
  lexicon: Lexicon;
  names: Names;
}

const LOSSES_SHOWN = 8;
/** A smaller difference than this is within what the search is sure of. */
const LOSS_MIN = 0.05;

export function Analysis({ model, last, client, lexicon, names }: Props) {
  const analysing = useMemo(() => analysingOf(model, last), [model, last]);
  const found = analysing.found.value;
  const here = found.get(model.at.value);
  const searched = [...found.values()].sort((one, other) => one.version - other.version);
  const common = { last, at: model.at.value, names, go: (version: number) => model.go(version) };
  const say = (one: Pick<LegalAction, "action" | "notation">) => client.labelOf(one, lexicon);
  return (
    <div class="analysis">
      <Loaded of={model.id} load={() => evaluationsOf(model)}>
        {(evaluations) => {
          if (evaluations === null) return null;
          const points = evaluations.map((seats, version) => ({
            version,
            values: seats.map((each) => each.win),
          }));
          return <Outlook what="chances" points={points} {...common} />;
        }}
      </Loaded>
      <p class="soft">{t("lead")}</p>
      <Progress analysing={analysing} />
      {analysing.wrong.value && <Refusal wrong={analysing.wrong.value} />}
      <Outlook what="places" points={searched} {...common} />
      {here !== undefined && <Decided found={here} say={say} names={names} />}
      <Losses found={found} model={model} say={say} names={names} />
      <a href={`/matches/${model.id}/decisions`}>{t("json")}</a>
    </div>
  );
}

function Progress({ analysing }: { analysing: Analysing }) {
  const state = analysing.state.value;
  const done = analysing.found.value.size;
  const isOn = state === "running" || state === "waiting";
  return (
    <div class="row progress">
      {state !== "done" && (
        <button
          type="button"
          class={isOn ? "quiet" : "primary"}
          onClick={() => (isOn ? analysing.stop() : void analysing.start())}
        >
          {isOn ? t("stop") : done > 0 ? t("go_on") : t("start")}
        </button>
      )}
      <progress max={analysing.last} value={done} aria-label={t("progress")} />
      <span role="status">{state === "waiting" ? t("waiting") : ""}</span>
      <span class="soft">{t("done", { done, last: analysing.last })}</span>
    </div>
  );
}

interface OneProps {
  found: Found;
  say: (action: Pick<LegalAction, "action" | "notation">) => string;
  names: Names;
}

/** What was played at the moment, against what the search prefers. */
function Decided({ found, say, names }: OneProps) {
  const [best] = found.candidates;
  const played = found.candidates.find((each) => each.notation === found.played);
  if (best === undefined) return null;
  const row = (says: string, one: typeof best) => (
    <tr>
      <th scope="row">{says}</th>
      <td>{say(one)}</td>
      <td class="number">{t("share", { share: Math.round((one.values[found.seat] ?? 0) * 100) })}</td>
    </tr>
  );
  return (
    <table class="decided">
      <caption>{t("decided", { name: names(found.seat) })}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("action")}</th>
          <th scope="col">{t("outlook")}</th>
        </tr>
      </thead>
      <tbody>
        {played && row(t("played"), played)}
        {row(t("preferred"), best)}
      </tbody>
    </table>
  );
}

interface LossesProps {
  found: ReadonlyMap<number, Found>;
  model: MatchModel;
  say: OneProps["say"];
  names: Names;
}

function Losses({ found, model, say, names }: LossesProps) {
  const losses = [...found.values()]
    .map((one) => ({ one, loss: lossOf(one) ?? 0 }))
    .filter(({ loss }) => loss >= LOSS_MIN)
    .sort((one, other) => other.loss - one.loss)
    .slice(0, LOSSES_SHOWN);
  if (losses.length === 0) return null;
  return (
    <section aria-label={t("losses")}>
      <h3>{t("losses")}</h3>
      <ol class="losses">
        {losses.map(({ one, loss }) => {
          const [best] = one.candidates;
          const played = one.candidates.find((each) => each.notation === one.played);
          if (best === undefined || played === undefined) return null;
          return (
            <li key={one.version}>
              <button type="button" class="quiet" onClick={() => model.go(one.version)}>
                {t("loss", {
                  version: one.version,
                  name: names(one.seat),
                  played: say(played),
                  preferred: say(best),
                  share: Math.round(loss * 100),
                })}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
