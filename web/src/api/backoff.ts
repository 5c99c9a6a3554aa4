/** Waiting before another attempt: full jitter, so that clients of a restarted server don't all come at once. */

export const FIRST_MS = 500;
export const LONGEST_MS = 15_000;

/** Returns how long to wait before attempt number `attempt` (from 0); a server's Retry-After is the least. */
export function pauseMs(attempt: number, retryAfterMs = 0, random: () => number = Math.random): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return retryAfterMs + random() * most;
}

/** Waits, or less long if the browser says that it is online again; rejects when `signal` aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", wake);
      signal?.removeEventListener("abort", abort);
    };
    const wake = () => {
      stop();
      resolve();
    };
    const abort = () => {
      stop();
      reject(signal?.reason);
    };
    const timer = setTimeout(wake, ms);
    globalThis.addEventListener?.("online", wake);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
  });
}
