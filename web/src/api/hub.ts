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

/** Takes a line, and says what it is of. */
type Hear = (topic: Topic, line: unknown) => void;

interface Subscription {
  readonly topic: Topic;
  readonly cursor: Cursor;
  readonly hear: (line: unknown) => void;
}

const NAME = "astrarium.stream";

export class Hub {
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly own = new Set<Subscription>();
  /** What each tab wants; only the leader's is used. */
  private readonly wants = new Map<string, Cursors>();
  /** What the stream that is open now brings, and from where. */
  private stream: { readonly cursors: Map<Topic, Cursor>; readonly stop: AbortController } | null = null;
  private isLeading = false;
  /** The account's last event that was heard, by whichever tab: the next stream goes on from there. */
  private accountSince = "";

  constructor(
    private readonly channel: Pick<BroadcastChannel, "postMessage" | "onmessage">,
    private readonly open: (
      cursors: Map<Topic, Cursor>,
      accountSince: string,
      hear: Hear,
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
    this.accountSince = "";
    this.stream?.stop.abort();
    this.stream = null;
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

  /** Opens the stream anew where a tab wants what it doesn't bring; closes it when nobody wants anything. */
  private serve(tab: string, cursors: Cursors): void {
    const before = this.wants.get(tab) ?? {};
    this.wants.set(tab, cursors);
    const next = new Map<Topic, Cursor>();
    for (const wanted of this.wants.values()) {
      for (const [topic, cursor] of Object.entries(wanted)) {
        next.set(topic, this.stream?.cursors.get(topic) ?? { ...cursor });
      }
    }
    // What a newcomer lacks has passed already: once more from there; others know it and leave it out.
    for (const [topic, cursor] of Object.entries(cursors)) {
      const known = next.get(topic);
      if (!(topic in before) && known && cursor.since < known.since) next.set(topic, { ...cursor });
    }
    const now = this.stream?.cursors;
    const isSame = now?.size === next.size && [...next].every(([topic, cursor]) => now.get(topic) === cursor);
    if (!isSame) this.restart(next);
  }

  private restart(cursors: Map<Topic, Cursor>): void {
    this.stream?.stop.abort();
    this.stream = null;
    if (cursors.size === 0) return;
    const stop = new AbortController();
    this.stream = { cursors, stop };
    const hear = (topic: Topic, line: unknown) => {
      if (stop.signal.aborted) return;
      const cursor = cursors.get(topic);
      if (cursor !== undefined) advance(cursor, line);
      this.channel.postMessage({ kind: "line", topic, line } satisfies Message);
      this.deliver(topic, line);
    };
    this.open(cursors, this.accountSince, hear, stop.signal);
  }

  private deliver(topic: Topic, line: unknown): void {
    if (topic === ACCOUNT) this.accountSince = (line as AccountEvent).cursor ?? this.accountSince;
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
    (cursors, accountSince, hear, stop) =>
      openStream(cursors, accountSince, hear, stop, (state) => made.report(state)),
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

/** Opens the one stream, with as many matches as are wanted. */
function openStream(
  cursors: ReadonlyMap<Topic, Cursor>,
  accountSince: string,
  hear: Hear,
  stop: AbortSignal,
  tell: (state: Connection) => void,
): void {
  let since = accountSince;
  const over = new Set<Topic>();
  const address = () => {
    const query = new URLSearchParams(since ? { since } : {});
    for (const [topic, cursor] of cursors) {
      if (topic !== ACCOUNT && !over.has(topic)) query.append("match", followed(topic, cursor));
    }
    return `/v1/events?${query}`;
  };
  const take = (told: AccountEvent) => {
    if (told.type === "match_line" && told.match_id !== undefined) hear(told.match_id, told.line);
    else if (told.type === "match_end" && told.match_id !== undefined) over.add(told.match_id);
    else if (told.type === "event") {
      since = told.cursor ?? since;
      hear(ACCOUNT, told);
    }
  };
  void follow<AccountEvent>({ address, hear: take, tell }, stop);
}

function followed(id: Topic, { since, chatSince }: Cursor): string {
  return chatSince ? `${id}:${since}:${chatSince}` : `${id}:${since}`;
}

/** Hears a match from `cursor` on, which moves along; returns how to stop. */
export function watchMatch(id: string, cursor: Cursor, hear: (line: Line) => void): () => void {
  return ownHub().subscribe(id, cursor, (line) => hear(line as Line));
}

/** Hears the account's events; returns how to stop. */
export function watchAccount(hear: (event: AccountEvent) => void): () => void {
  return ownHub().subscribe(ACCOUNT, { since: 0, chatSince: "" }, (line) => hear(line as AccountEvent));
}

/** Tells other tabs who is signed in now, so that none shows what another account sees. */
export function announceAccount(name: string | null): void {
  ownHub().announce(name);
}
