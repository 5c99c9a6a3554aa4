/** The choices in words, and where on the table each is made. */

import type { LegalAction } from "../../match/live";

export { labelOf } from "../wording";

export function placesOf(_action: LegalAction): readonly string[] {
  return [];
}
