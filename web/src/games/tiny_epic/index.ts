import type { GameClient } from "../game";
import { labelOf, placesOf, wishAt } from "./choices";
import { readPieces } from "./pieces";
import { tell } from "./story";
import { figuresOf, Table } from "./table";

const client: GameClient = {
  Table,
  readPieces,
  labelOf,
  placesOf,
  wishAt,
  togetherOf: () => null,
  arranged: null,
  figuresOf,
  rounds: { kind: "turn_begins", name: "turn", phase: "activated" },
  tell,
};
export default client;
