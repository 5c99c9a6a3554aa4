/** What the page says that makes a table. */

import { sayer } from "../../words";
import type english from "../../words/en/tables";

export const t = sayer<keyof typeof english>("tables");
