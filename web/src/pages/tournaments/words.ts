/** What the pages of tournaments say. */

import { sayer } from "../../words";
import type english from "../../words/en/tournaments";

export const t = sayer<keyof typeof english>("tournaments");
