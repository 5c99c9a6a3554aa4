/** Asking until there is an answer: what the network or a full server failed is asked for again, in ever longer pauses. */

import { pauseMs, sleep } from "./backoff";
import { Refused, Unreachable } from "./client";

/** Returns what `act` brings; tells each failure that another attempt may mend, and throws any other, or the abort. */
export async function persist<T>(
  act: () => Promise<T>,
  tell: (wrong: Refused | Unreachable) => void,
  stop: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (wrong) {
      if (!(wrong instanceof Unreachable) && !(wrong instanceof Refused && !wrong.isFinal)) throw wrong;
      stop.throwIfAborted();
      tell(wrong);
      await sleep(pauseMs(attempt, wrong instanceof Refused ? wrong.retryAfterMs : 0), stop);
    }
  }
}
