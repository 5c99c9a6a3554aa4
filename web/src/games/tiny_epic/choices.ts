/** The choices in words, and where on the table each is made. */

import type { LegalAction } from "../../match/live";
import type { Fields } from "../../match/why";
import type { Lexicon } from "../game";
import { labelOf as plainLabelOf, wishBy } from "../wording";

export function labelOf(action: LegalAction, lexicon: Lexicon): string {
  const fields = action.action as Fields;
  if (typeof fields.galaxy !== "number") return plainLabelOf(action, lexicon);
  // Players are counted from one wherever they are shown.
  const named = { ...fields, galaxy: fields.galaxy + 1 } as LegalAction["action"];
  return plainLabelOf({ ...action, action: named }, lexicon);
}

/**
 * Dice lie at `die:FACE`, the faces to turn one to at `face:FACE`; a planet is `planet:PLANET` with its
 * `surface:PLANET` and `track:PLANET`; ships at home are at `home`, the levels at `level`, galaxies at `galaxy:SEAT`.
 */
export function placesOf(action: LegalAction): readonly string[] {
  const fields = action.action as Fields;
  const find = PLACES[String(fields.kind)];
  return find === undefined ? [] : find(fields);
}

const atDie = ({ face }: Fields) => [`die:${face}`];
const atFace = ({ face }: Fields) => [`face:${face}`];
const onTrack = ({ planet }: Fields) => [`track:${planet}`];
const atPlanet = ({ planet }: Fields) => [`planet:${planet}`];
const atMats = () => ["level"];

/** Where a ship stands: at home, on a planet's surface, on its track. */
function atPlace({ place }: Fields): readonly string[] {
  const [planet = "", where] = String(place).split("/");
  if (where === undefined) return ["home"];
  return [where === "surface" ? `surface:${planet}` : `track:${planet}`];
}

const PLACES: Readonly<Record<string, (fields: Fields) => readonly string[]>> = {
  keep: ({ mission }) => [`mission:${mission}`],
  activate: atDie,
  pick: atDie,
  spend: atDie,
  turn: atDie,
  put_aside: atDie,
  set: atFace,
  face: atFace,
  repeat: atFace,
  ship: atPlace,
  to: atPlace,
  advance: onTrack,
  regress: onTrack,
  recall: onTrack,
  jump: onTrack,
  onto: onTrack,
  upgrade: atMats,
  mix: atMats,
  use: atPlanet,
  replace: atPlanet,
  steal: ({ galaxy }) => [`galaxy:${galaxy}`],
  pay: ({ galaxy }) => [`galaxy:${galaxy}`],
  take: ({ resource }) => [`resource:${resource}`],
};

/** What a piece would be clicked for, by the question and where it lies. */
export const wishAt = wishBy({
  "turn die": (face) => ({ kind: "activate", face }),
  "reroll die": (face) => ({ kind: "pick", face }),
  "converter die": (face) => ({ kind: "spend", face }),
  "die die": (face) => ({ kind: "turn", face }),
  "destination surface": (planet) => ({ kind: "to", place: `${planet}/surface` }),
  "destination track": (planet) => ({ kind: "to", place: `${planet}/orbit` }),
  "advance track": (planet) => ({ kind: "advance", planet }),
  "colony planet": (planet) => ({ kind: "use", planet }),
  "use planet": (planet) => ({ kind: "use", planet }),
  "replace planet": (planet) => ({ kind: "replace", planet }),
  "recall track": (planet) => ({ kind: "recall", planet }),
  "jump track": (planet) => ({ kind: "jump", planet }),
  "onto track": (planet) => ({ kind: "onto", planet }),
});
