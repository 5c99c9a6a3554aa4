/** What the pages of pieces say. */

import { sayer } from "../../words";
import type english from "../../words/en/pieces";

export const t = sayer<keyof typeof english>("pieces");
