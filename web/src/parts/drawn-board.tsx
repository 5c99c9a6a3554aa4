/** What a live board shows: the game's own table, as it is seen without being asked anything. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { type LoadedGame, loadGame } from "../games/game";
import { MatchModel } from "../match/model";

const NOTHING = () => undefined;

export function DrawnBoard({ id, game: name }: { id: string; game: string }) {
  const model = useMemo(() => new MatchModel(id), [id]);
  const [game, setGame] = useState<LoadedGame | null>(null);
  useEffect(() => {
    void model.open();
    return () => model.close();
  }, [model]);
  useEffect(() => {
    // The link to the match stands beside it: there is told what is wrong.
    loadGame(name).then(setGame, NOTHING);
  }, [name]);
  const live = model.live.value;
  const seen = model.shown.value;
  if (live === null || seen === null || game === null) return null;
  const { client, lexicon } = game;
  return <client.Table model={model} match={live.match} seen={seen} lexicon={lexicon} choose={NOTHING} />;
}
