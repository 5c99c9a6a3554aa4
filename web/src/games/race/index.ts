import type { GameClient } from "../game";
import { labelOf, placesOf } from "./choices";
import { readPieces } from "./pieces";
import { tell } from "./story";
import { Table } from "./table";

const client: GameClient = {
  Table,
  readPieces,
  labelOf,
  placesOf,
  rounds: { kind: "round_begins", name: "round" },
  tell,
};
export default client;
