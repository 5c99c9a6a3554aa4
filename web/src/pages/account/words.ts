/** What the page of the account says. */

import { sayer } from "../../words";
import type english from "../../words/en/account";

export const t = sayer<keyof typeof english>("account");
