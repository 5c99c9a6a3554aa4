/** What the pages of players, bots and series say. */

import { sayer } from "../../words";
import type english from "../../words/en/players";

export const t = sayer<keyof typeof english>("players");
