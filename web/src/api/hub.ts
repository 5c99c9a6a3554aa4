/** What the page listens to: the account's events and any number of matches. */

import { signal } from "@preact/signals";
import type { Schemas } from "./client";
import { type Connection, follow } from "./follow";

export type Line = Schemas["Line"];
export type AccountEvent = Schemas["AccountEvent"];

/** Whether what is shown is what the server says now. */
export const connection = signal<Connection>("connecting");

export interface Cursor {
  since: number;
  chatSince: string;
}

/** Hears a match from `cursor` on, which moves along; returns how to stop. */
export function watchMatch(
  id: string,
  cursor: Cursor,
  seat: number | null,
  hear: (line: Line) => void,
): () => void {
  const stop = new AbortController();
  const address = () => {
    const query = new URLSearchParams({ since: String(cursor.since) });
    if (cursor.chatSince) query.set("chat_since", cursor.chatSince);
    if (seat !== null) query.set("seat", String(seat));
    return `/v1/matches/${encodeURIComponent(id)}/events?${query}`;
  };
  const take = (line: Line) => {
    if (line.type === "event" && line.cursor !== undefined) {
      if (line.cursor <= cursor.since) return;
      cursor.since = line.cursor;
    }
    if (line.type === "chat" && line.chat) cursor.chatSince = line.chat.cursor;
    hear(line);
  };
  const tell = (state: Connection) => {
    connection.value = state;
  };
  void follow<Line>({ address, hear: take, tell }, stop.signal);
  return () => stop.abort();
}

/** Hears the account's events from now on; returns how to stop. */
export function watchAccount(hear: (event: AccountEvent) => void): () => void {
  const stop = new AbortController();
  let since = "";
  const address = () => (since ? `/v1/events?since=${since}` : "/v1/events");
  const take = (event: AccountEvent) => {
    if (!event.cursor) return;
    since = event.cursor;
    hear(event);
  };
  void follow<AccountEvent>({ address, hear: take, tell: () => undefined }, stop.signal);
  return () => stop.abort();
}
