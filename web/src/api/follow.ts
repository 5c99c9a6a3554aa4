/** One stream that goes on after every break from where it was, until it is over, refused or stopped. */

import { pauseMs, sleep } from "./backoff";
import { PAGE_HEADER, type Problem, Refused, refusal } from "./client";
import { readLines } from "./lines";

/** `restarting`: the server has said that it goes away for a moment. */
export type Connection = "connecting" | "live" | "restarting" | "broken" | "refused" | "over";

/** Longer silence than several heartbeats means that the connection is dead, though nobody said so. */
const SILENCE_MS = 17_000;

export interface Followed<T> {
  /** The address to go on from; asked anew for every attempt, as cursors move. */
  address: () => string;
  hear: (line: T) => void;
  tell: (state: Connection) => void;
}

export async function follow<T>(stream: Followed<T>, signal: AbortSignal): Promise<void> {
  let away: Connection = "broken";
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    stream.tell(attempt === 0 ? "connecting" : away);
    let waitMs = 0;
    try {
      await read(stream, signal, () => {
        attempt = 0;
        away = "broken";
      });
      stream.tell("over");
      return;
    } catch (wrong) {
      if (signal.aborted) return;
      if (wrong instanceof Refused && wrong.isFinal) {
        stream.tell("refused");
        return;
      }
      if (wrong instanceof Interrupted) {
        waitMs = wrong.waitMs;
        away = wrong.isRestart ? "restarting" : "broken";
      }
      if (wrong instanceof Refused) waitMs = wrong.retryAfterMs;
    }
    stream.tell(away);
    await sleep(pauseMs(attempt, waitMs), signal).catch(() => undefined);
  }
}

/** The server ends a stream before its subject does, and says when to come again. */
class Interrupted extends Error {
  constructor(
    readonly waitMs: number,
    readonly isRestart: boolean,
  ) {
    super("the stream was ended");
  }
}

interface End {
  readonly error?: string;
  readonly detail?: string;
  readonly retry_after_s?: number;
}

function isEnd(line: unknown): line is End {
  return typeof line === "object" && line !== null && "type" in line && line.type === "end";
}

/** A revoked token makes a visitor of the next request, who may be shown less: nothing is asked for in its name. */
function endOf(line: End): Refused | Interrupted {
  if (line.error === "Unauthenticated") return new Refused(401, line as Problem);
  return new Interrupted(Number(line.retry_after_s ?? 0) * 1000, line.error === "Unavailable");
}

async function read<T>(stream: Followed<T>, outer: AbortSignal, heard: () => void): Promise<void> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, SILENCE_MS);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE_MS);
  };
  // The browser knows at once what silence shows later.
  globalThis.addEventListener?.("offline", giveUp);
  try {
    const answer = await fetch(stream.address(), {
      headers: { ...PAGE_HEADER, Accept: "application/x-ndjson" },
      signal: AbortSignal.any([outer, silence.signal]),
      cache: "no-store",
    });
    if (!answer.ok) throw refusal(answer.status, await answer.json().catch(() => null));
    if (answer.body === null || answer.status === 204) return;
    stream.tell("live");
    heard();
    for await (const line of readLines<T>(answer.body)) {
      alive();
      if (isEnd(line)) throw endOf(line);
      stream.hear(line);
    }
  } finally {
    clearTimeout(timer);
    globalThis.removeEventListener?.("offline", giveUp);
  }
}
