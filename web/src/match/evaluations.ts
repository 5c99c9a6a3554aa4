/** What a network expects at every moment of a finished match: asked for once, however often its tab is opened. */

import { answered, http, type Schemas } from "../api/client";
import type { MatchModel } from "./model";

export type Evaluations = Schemas["Evaluations"]["evaluations"];

const asked = new WeakMap<MatchModel, Promise<Evaluations>>();

export function evaluationsOf(model: MatchModel): Promise<Evaluations> {
  let answer = asked.get(model);
  if (answer === undefined) {
    const params = { path: { match_id: model.id } };
    answer = answered(http.GET("/v1/matches/{match_id}/analysis", { params })).then(
      (found) => found.evaluations,
    );
    asked.set(model, answer);
    // What was refused is asked for again when the tab is opened again.
    answer.catch(() => asked.delete(model));
  }
  return answer;
}
