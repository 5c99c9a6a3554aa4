/** Where somebody's own action cost much of the chances, as the network that evaluates a finished match sees it. */

import { answered, http } from "../api/client";
import { type Evaluations, evaluationsOf } from "./evaluations";
import type { MatchModel } from "./model";

export interface Mistake {
  /** The version before the action. */
  readonly version: number;
  readonly seat: number;
  /** Chances to win before the action and after it, from 0 to 1. */
  readonly before: number;
  readonly after: number;
}

/** A smaller loss may as well be chance, or the network's. */
const LOSS_MIN = 0.1;

/** Returns the mistakes of all seats, in the order of the match; *actors* are the seats that acted, by version. */
export function mistakesIn(evaluations: Evaluations, actors: readonly number[]): readonly Mistake[] {
  if (evaluations === null) return [];
  return actors.flatMap((seat, version) => {
    const before = evaluations[version]?.[seat]?.win ?? 0;
    const after = evaluations[version + 1]?.[seat]?.win ?? before;
    return before - after >= LOSS_MIN ? [{ version, seat, before, after }] : [];
  });
}

export function nextMistake(mistakes: readonly Mistake[], version: number): Mistake | null {
  return mistakes.find((each) => each.version > version) ?? null;
}

const asked = new WeakMap<MatchModel, Promise<readonly Mistake[]>>();

/** Returns the mistakes of a finished match; the server is asked once. */
export function mistakesOf(model: MatchModel): Promise<readonly Mistake[]> {
  let answer = asked.get(model);
  if (answer === undefined) {
    const params = { path: { match_id: model.id } };
    const record = answered(http.GET("/v1/matches/{match_id}/record", { params }));
    answer = Promise.all([evaluationsOf(model), record]).then(([evaluations, { actions }]) =>
      mistakesIn(
        evaluations,
        actions.map((pair) => (pair as [number, string])[0]),
      ),
    );
    asked.set(model, answer);
    answer.catch(() => asked.delete(model));
  }
  return answer;
}
