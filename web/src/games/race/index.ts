import type { GameClient } from "../game";
import { labelOf, placesOf, togetherOf, wishAt } from "./choices";
import { readPieces } from "./pieces";
import { tell } from "./story";
import { Table } from "./table";

const client: GameClient = {
  Table,
  readPieces,
  labelOf,
  placesOf,
  wishAt,
  togetherOf,
  rounds: { kind: "round_begins", name: "round" },
  tell,
};
export default client;
