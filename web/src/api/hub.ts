/**
 * What the page listens to: the account's events and any number of matches. One tab of a browser leads: it holds the
 * stream and passes on what it hears, as a browser opens few connections to a server for all its tabs together.
 */

import { signal } from "@preact/signals";
import type { Schemas } from "./client";
import { type Connection, follow } from "./follow";

export type Line = Schemas["Line"];
export type AccountEvent = Schemas["AccountEvent"];

/** Whether what is shown is what the server says now. */
export const connection = signal<Connection>("connecting");

/** How far a match is known; it moves along with what is heard. */
export interface Cursor {
  since: number;
  chatSince: string;
}

/** A match by its id; the empty one is the account. */
type Topic = string;
const ACCOUNT: Topic = "";
type Cursors = Readonly<Record<Topic, Cursor>>;

type Message =
  | { readonly kind: "want"; readonly tab: string; readonly cursors: Cursors }
  | { readonly kind: "led" }
  | { readonly kind: "line"; readonly topic: Topic; readonly line: unknown }
  | { readonly kind: "state"; readonly state: Connection }
  | { readonly kind: "account"; readonly name: string | null };

interface Subscription {
  readonly topic: Topic;
  readonly cursor: Cursor;
  readonly hear: (line: unknown) => void;
}

interface Source {
  readonly cursor: Cursor;
  readonly stop: AbortController;
}

const NAME = "astrarium.stream";

export class Hub {
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly own = new Set<Subscription>();
  /** What each tab wants; only the leader's is used. */
  private readonly wants = new Map<string, Cursors>();
  private readonly sources = new Map<Topic, Source>();
  private isLeading = false;

  constructor(
    private readonly channel: Pick<BroadcastChannel, "postMessage" | "onmessage">,
    private readonly open: (
      topic: Topic,
      cursor: Cursor,
      hear: (line: unknown) => void,
      stop: AbortSignal,
    ) => void,
    private readonly tell: (state: Connection) => void,
    private readonly changeAccount: (name: string | null) => void,
  ) {
    channel.onmessage = (event: MessageEvent<Message>) => this.take(event.data);
  }

  /** Hears `topic` from `cursor` on; returns how to stop. */
  subscribe(topic: Topic, cursor: Cursor, hear: (line: unknown) => void): () => void {
    const subscription = { topic, cursor, hear };
    this.own.add(subscription);
    this.want();
    return () => {
      this.own.delete(subscription);
      this.want();
    };
  }

  /** Holds the stream from now on, for all tabs. */
  lead(): void {
    this.isLeading = true;
    this.channel.postMessage({ kind: "led" } satisfies Message);
    this.want();
  }

  /** Tells other tabs of this browser who is signed in now. */
  announce(name: string | null): void {
    this.channel.postMessage({ kind: "account", name } satisfies Message);
    for (const { stop } of this.sources.values()) stop.abort();
    this.sources.clear();
    this.want();
  }

  /** Says that this tab is gone. */
  leave(): void {
    this.channel.postMessage({ kind: "want", tab: this.tab, cursors: {} } satisfies Message);
  }

  report(state: Connection): void {
    this.tell(state);
    this.channel.postMessage({ kind: "state", state } satisfies Message);
  }

  private want(): void {
    const cursors: Record<Topic, Cursor> = {};
    for (const { topic, cursor } of this.own) {
      const known = cursors[topic];
      if (known === undefined || cursor.since < known.since) cursors[topic] = { ...cursor };
    }
    if (this.isLeading) this.serve(this.tab, cursors);
    else this.channel.postMessage({ kind: "want", tab: this.tab, cursors } satisfies Message);
  }

  private take(message: Message): void {
    if (message.kind === "line") this.deliver(message.topic, message.line);
    else if (message.kind === "state") this.tell(message.state);
    else if (message.kind === "led") this.want();
    else if (message.kind === "account") this.changeAccount(message.name);
    else if (this.isLeading) this.serve(message.tab, message.cursors);
  }

  /** Opens what a tab wants and nobody had, from where it is; closes what nobody wants any more. */
  private serve(tab: string, cursors: Cursors): void {
    const before = this.wants.get(tab) ?? {};
    this.wants.set(tab, cursors);
    for (const [topic, cursor] of Object.entries(cursors)) {
      const source = this.sources.get(topic);
      // What the tab lacks has passed already: once more from there; others know it and leave it out.
      const isBehind = source !== undefined && !(topic in before) && cursor.since < source.cursor.since;
      if (isBehind) source.stop.abort();
      if (source === undefined || isBehind) this.start(topic, { ...cursor });
    }
    const wanted = new Set([...this.wants.values()].flatMap((each) => Object.keys(each)));
    for (const [topic, { stop }] of this.sources) {
      if (wanted.has(topic)) continue;
      stop.abort();
      this.sources.delete(topic);
    }
  }

  private start(topic: Topic, cursor: Cursor): void {
    const stop = new AbortController();
    this.sources.set(topic, { cursor, stop });
    const hear = (line: unknown) => {
      if (stop.signal.aborted) return;
      advance(cursor, line);
      this.channel.postMessage({ kind: "line", topic, line } satisfies Message);
      this.deliver(topic, line);
    };
    this.open(topic, cursor, hear, stop.signal);
  }

  private deliver(topic: Topic, line: unknown): void {
    for (const each of this.own) {
      if (each.topic === topic && advance(each.cursor, line)) each.hear(line);
    }
  }
}

/** Moves a cursor behind a line; says whether the line is new to it. */
function advance(cursor: Cursor, line: unknown): boolean {
  const { type, cursor: at, chat } = line as Line;
  if (type === "event" && typeof at === "number") {
    if (at <= cursor.since) return false;
    cursor.since = at;
  } else if (type === "chat" && chat !== undefined) {
    if (!isLater(chat.cursor, cursor.chatSince)) return false;
    cursor.chatSince = chat.cursor;
  }
  return true;
}

/** Cursors of the talk are two numbers: time and count. */
function isLater(one: string, other: string): boolean {
  const [oneMs = 0, oneCount = 0] = one.split("-").map(Number);
  const [otherMs = 0, otherCount = 0] = other.split("-").map(Number);
  return oneMs > otherMs || (oneMs === otherMs && oneCount > otherCount);
}

// -- the page's own ----------------------------------------------------------------------------------

let hub: Hub | null = null;

function ownHub(): Hub {
  if (hub !== null) return hub;
  const made = new Hub(
    new BroadcastChannel(NAME),
    (topic, cursor, hear, stop) => openSource(topic, cursor, hear, stop, (state) => made.report(state)),
    (state) => {
      connection.value = state;
    },
    () => location.reload(),
  );
  hub = made;
  addEventListener("pagehide", () => made.leave());
  // The lock is held as long as the tab lives; where there are none, every tab leads itself.
  if (navigator.locks) {
    void navigator.locks.request(NAME, () => {
      made.lead();
      return new Promise(() => undefined);
    });
  } else made.lead();
  return made;
}

function openSource(
  topic: Topic,
  cursor: Cursor,
  hear: (line: unknown) => void,
  stop: AbortSignal,
  tell: (state: Connection) => void,
): void {
  let since = "";
  const address = () => {
    if (topic === ACCOUNT) return since ? `/v1/events?since=${since}` : "/v1/events";
    const query = new URLSearchParams({ since: String(cursor.since) });
    if (cursor.chatSince) query.set("chat_since", cursor.chatSince);
    return `/v1/matches/${encodeURIComponent(topic)}/events?${query}`;
  };
  const take = (line: unknown) => {
    const at = (line as AccountEvent).cursor;
    if (topic === ACCOUNT && typeof at === "string" && at !== "") since = at;
    hear(line);
  };
  void follow<unknown>({ address, hear: take, tell }, stop);
}

/** Hears a match from `cursor` on, which moves along; returns how to stop. */
export function watchMatch(id: string, cursor: Cursor, hear: (line: Line) => void): () => void {
  return ownHub().subscribe(id, cursor, (line) => hear(line as Line));
}

/** Hears the account's events; returns how to stop. */
export function watchAccount(hear: (event: AccountEvent) => void): () => void {
  return ownHub().subscribe(ACCOUNT, { since: 0, chatSince: "" }, (line) => {
    const event = line as AccountEvent;
    if (event.cursor) hear(event);
  });
}

/** Tells other tabs who is signed in now, so that none shows what another account sees. */
export function announceAccount(name: string | null): void {
  ownHub().announce(name);
}
