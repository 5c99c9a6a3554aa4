/** What happened, in words. */

export { tell } from "../wording";
