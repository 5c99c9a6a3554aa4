import type { GameClient } from "../game";
import { labelOf, placesOf, togetherOf, wishAt } from "./choices";
import { readPieces } from "./pieces";
import { tell } from "./story";
import { figuresOf, Table } from "./table";

const client: GameClient = {
  Table,
  readPieces,
  labelOf,
  placesOf,
  wishAt,
  togetherOf,
  arranged: null,
  figuresOf,
  rounds: { kind: "round_begins", name: "round", phase: "phase_begins" },
  tell,
};
export default client;
