import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LONGEST_MS } from "./backoff";
import { type Connection, follow } from "./follow";

interface Line {
  readonly type: string;
  readonly cursor?: number;
  readonly error?: string;
}

type Answer = (asked: { readonly url: string; readonly signal: AbortSignal }) => Response;

const event = (cursor: number): Line => ({ type: "event", cursor });
/** Longer than any heartbeat is away. */
const SILENCE_MS = 20_000;

let answers: Answer[] = [];
let urls: string[] = [];
const stop = { current: new AbortController() };

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  urls = [];
  stop.current = new AbortController();
  vi.stubGlobal("fetch", async (url: string, { signal }: { signal: AbortSignal }) => {
    urls.push(url);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("nobody answers");
    return answer({ url, signal });
  });
});

afterEach(() => {
  stop.current.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Follows from cursor 0 on; what is heard, and what is told of the connection. */
function followed() {
  const heard: number[] = [];
  const told: Connection[] = [];
  let since = 0;
  const done = follow<Line>(
    {
      address: () => `/events?since=${since}`,
      hear: (line) => {
        if (line.cursor === undefined) return;
        since = line.cursor;
        heard.push(line.cursor);
      },
      tell: (state) => told.push(state),
    },
    stop.current.signal,
  );
  return { heard, told, done };
}

/** The given lines, then the end of the body, unless it stays open; pieces are cut in the middle of a line. */
function body(lines: readonly Line[], signal?: AbortSignal): Response {
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const half = bytes.length >> 1;
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, half));
        controller.enqueue(bytes.slice(half));
        if (signal === undefined) controller.close();
        else signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    }),
  );
}

function refused(status: number, more: Readonly<Record<string, unknown>> = {}): Response {
  return Response.json({ error: "X", detail: "x", ...more }, { status });
}

test("after a break it goes on behind the last line that was heard", async () => {
  const broken: Answer = () => {
    const lines = [event(1), event(2)].map((line) => `${JSON.stringify(line)}\n`).join("");
    const bytes = new TextEncoder().encode(lines);
    let isRead = false;
    const pull = (controller: ReadableStreamDefaultController) => {
      if (isRead) controller.error(new TypeError("broken"));
      else controller.enqueue(bytes);
      isRead = true;
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  answers = [broken, () => body([event(3)])];
  const { heard, told, done } = followed();
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  await done;
  expect(heard).toEqual([1, 2, 3]);
  expect(urls).toEqual(["/events?since=0", "/events?since=2"]);
  expect(told).toEqual(["connecting", "live", "broken", "broken", "live", "over"]);
});

test("a server that ends the stream early is asked again, but not before it said so", async () => {
  const lines = [event(1), { type: "end", retry_after_s: 7 }];
  answers = [() => body(lines), () => body([event(2)])];
  const { heard, done } = followed();
  await vi.advanceTimersByTimeAsync(6_900);
  expect(urls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  await done;
  expect(heard).toEqual([1, 2]);
});

test("a server that says that it goes away is told as a restart until it is back", async () => {
  answers = [() => body([{ type: "end", error: "Unavailable" }]), () => body([event(1)])];
  const { told, done } = followed();
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  await done;
  expect(told).toEqual(["connecting", "live", "restarting", "restarting", "live", "over"]);
});

test.each([401, 403, 404, 409])("what is refused with %s is not asked again", async (status) => {
  answers = [() => refused(status)];
  const { told, done } = followed();
  await done;
  await vi.advanceTimersByTimeAsync(10 * LONGEST_MS);
  expect(urls).toHaveLength(1);
  expect(told.at(-1)).toBe("refused");
});

test("a stream whose token was revoked is refused, and not asked for again as a visitor", async () => {
  answers = [() => body([event(1), { type: "end", error: "Unauthenticated" }]), () => body([event(2)])];
  const { heard, told, done } = followed();
  await done;
  expect(heard).toEqual([1]);
  expect(urls).toHaveLength(1);
  expect(told.at(-1)).toBe("refused");
});

test.each([408, 429, 500, 503])("after %s it comes again, when the server says", async (status) => {
  answers = [() => refused(status, { retry_after_s: 5 }), () => body([event(1)])];
  const { heard, done } = followed();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(urls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  await done;
  expect(heard).toEqual([1]);
});

test("a page of a proxy instead of an answer is a break, not a refusal", async () => {
  answers = [() => new Response("<h1>502</h1>", { status: 404 }), () => body([event(1)])];
  const { heard, done } = followed();
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  await done;
  expect(heard).toEqual([1]);
});

test("silence that lasts longer than heartbeats is a break", async () => {
  answers = [({ signal }) => body([event(1)], signal), () => body([event(2)])];
  const { heard, told, done } = followed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.at(-1)).toBe("live");
  await vi.advanceTimersByTimeAsync(SILENCE_MS + LONGEST_MS);
  await done;
  expect(heard).toEqual([1, 2]);
});

test("a browser without a network knows of the break at once, and comes again when it has one", async () => {
  const machine = new EventTarget();
  vi.stubGlobal("addEventListener", machine.addEventListener.bind(machine));
  vi.stubGlobal("removeEventListener", machine.removeEventListener.bind(machine));
  vi.spyOn(Math, "random").mockReturnValue(1);
  answers = [({ signal }) => body([event(1)], signal)];
  const { heard, told, done } = followed();
  await vi.advanceTimersByTimeAsync(100);
  machine.dispatchEvent(new Event("offline"));
  await vi.advanceTimersByTimeAsync(100);
  expect(told.at(-1)).toBe("broken");
  answers = [() => body([event(2)])];
  machine.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  await done;
  expect(heard).toEqual([1, 2]);
});

test("pauses grow while nobody answers, and begin anew once somebody does", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const { done } = followed();
  await vi.advanceTimersByTimeAsync(500 + 1000 + 2000 + 100);
  expect(urls).toHaveLength(4);
  answers = [() => body([{ type: "end" }])];
  await vi.advanceTimersByTimeAsync(4000);
  expect(urls).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(600);
  expect(urls).toHaveLength(6);
  stop.current.abort();
  await done;
});

test("whoever stops it hears nothing more, and it asks for nothing more", async () => {
  answers = [({ signal }) => body([event(1)], signal)];
  const { heard, told, done } = followed();
  await vi.advanceTimersByTimeAsync(100);
  stop.current.abort();
  await done;
  await vi.advanceTimersByTimeAsync(10 * LONGEST_MS);
  expect(heard).toEqual([1]);
  expect(urls).toHaveLength(1);
  expect(told.at(-1)).toBe("live");
});
