/** The texts of pieces: the catalog's English, sentence by sentence in the reader's language. */

import { said } from "../words";
import type { GameName } from "./game";

/** What parts two sentences; `deploy/wording.py` parts them alike. */
const BETWEEN = /(?<=[.!?]) (?=[A-Z])/;

/** Says a text of a game's catalog; a sentence without words in the language stays as it is. */
export function translate(game: GameName, text: string): string {
  const sentences = text.split(BETWEEN).map((each) => said(`${game}_pieces`, each) ?? each);
  return sentences.join(" ");
}
