import type { GameClient } from "../game";
import { arranged, labelOf, placesOf, wishAt } from "./choices";
import { readPieces } from "./pieces";
import { tell } from "./story";
import { Table } from "./table";

const client: GameClient = {
  Table,
  readPieces,
  labelOf,
  placesOf,
  wishAt,
  togetherOf: () => null,
  arranged,
  figuresOf: () => ({}),
  rounds: { kind: "round_ends", name: "round", phase: "phase_begins" },
  tell,
};
export default client;
