import { expect, test } from "vitest";
import { type Cursor, Hub } from "./hub";

type Channel = Pick<BroadcastChannel, "postMessage" | "onmessage">;

/** Channels of one browser: what one posts, all others get. */
function browser() {
  const channels: Channel[] = [];
  const opened: {
    cursors: Record<string, number>;
    accountSince: string;
    hear: (topic: string, line: unknown) => void;
    stop: AbortSignal;
  }[] = [];
  const reloads: unknown[] = [];
  const tab = () => {
    const channel: Channel = {
      onmessage: null,
      postMessage(data: unknown) {
        for (const other of channels) {
          if (other !== channel) other.onmessage?.call({} as BroadcastChannel, { data } as MessageEvent);
        }
      },
    };
    channels.push(channel);
    return new Hub(
      channel,
      (cursors, accountSince, hear, stop) => {
        const since = [...cursors].map(([topic, cursor]) => [topic, cursor.since] as const);
        opened.push({ cursors: Object.fromEntries(since), accountSince, hear, stop });
      },
      () => undefined,
      (name) => reloads.push(name),
    );
  };
  const live = () => opened.filter((each) => !each.stop.aborted);
  return { tab, opened, live, reloads };
}

const event = (cursor: number) => ({ type: "event", cursor, event: {} });
const start = (): Cursor => ({ since: 0, chatSince: "" });

function listener(hub: Hub, topic: string, cursor = start()) {
  const heard: unknown[] = [];
  const stop = hub.subscribe(topic, cursor, (line) => heard.push((line as { cursor: number }).cursor));
  return { heard, stop, cursor };
}

test("six tabs with two streams each open one connection together", () => {
  const { tab, live } = browser();
  const tabs = Array.from({ length: 6 }, tab);
  tabs[0]?.lead();
  const listeners = tabs.flatMap((each) => [listener(each, "match"), listener(each, "")]);
  expect(live().map((each) => each.cursors)).toEqual([{ match: 0, "": 0 }]);
  live()[0]?.hear("match", event(1));
  expect(listeners.filter((each) => each.heard.length === 1)).toHaveLength(6);
});

test("a tab that comes later gets what has passed, and nobody gets anything twice", () => {
  const { tab, live } = browser();
  const [leader, late] = [tab(), tab()];
  leader.lead();
  const early = listener(leader, "match");
  live()[0]?.hear("match", event(1));
  live()[0]?.hear("match", event(2));
  const later = listener(late, "match");
  expect(live()).toHaveLength(1);
  expect(live()[0]?.cursors).toEqual({ match: 0 });
  for (const cursor of [1, 2, 3]) live()[0]?.hear("match", event(cursor));
  expect(early.heard).toEqual([1, 2, 3]);
  expect(later.heard).toEqual([1, 2, 3]);
});

test("when the leading tab is closed another goes on from where it is", () => {
  const { tab, opened, live } = browser();
  const [leader, heir] = [tab(), tab()];
  leader.lead();
  const { heard } = listener(heir, "match");
  live()[0]?.hear("match", event(1));
  heir.lead();
  expect(opened.at(-1)?.cursors).toEqual({ match: 1 });
  opened.at(-1)?.hear("match", event(2));
  expect(heard).toEqual([1, 2]);
});

test("what nobody wants any more is closed", () => {
  const { tab, live } = browser();
  const [leader, other] = [tab(), tab()];
  leader.lead();
  const { stop } = listener(other, "match");
  expect(live()).toHaveLength(1);
  stop();
  expect(live()).toHaveLength(0);
});

test("talk is told once, by time and count", () => {
  const { tab, live } = browser();
  const hub = tab();
  hub.lead();
  const heard: string[] = [];
  hub.subscribe("match", start(), (line) => heard.push((line as { chat: { cursor: string } }).chat.cursor));
  for (const cursor of ["9-0", "10-0", "10-0", "10-1", "9-5"])
    live()[0]?.hear("match", { type: "chat", chat: { cursor } });
  expect(heard).toEqual(["9-0", "10-0", "10-1"]);
});

test("other tabs are told of another account, and streams begin anew under it", () => {
  const { tab, live, opened, reloads } = browser();
  const [leader, other] = [tab(), tab()];
  leader.lead();
  listener(leader, "match");
  leader.announce("ada");
  expect(reloads).toEqual(["ada"]);
  expect(live()).toHaveLength(1);
  expect(opened).toHaveLength(2);
  expect(other).toBeDefined();
});

test("a stream that is opened anew, by whichever tab, goes on behind the account's last event", () => {
  const { tab, live } = browser();
  const [leader, other] = [tab(), tab()];
  leader.lead();
  listener(leader, "");
  listener(other, "");
  live()[0]?.hear("", { type: "event", cursor: "7-1" });
  listener(leader, "match");
  expect(live().map((each) => each.accountSince)).toEqual(["7-1"]);
  live()[0]?.hear("", { type: "event", cursor: "8-0" });
  other.lead();
  expect(live().at(-1)?.accountSince).toBe("8-0");
  other.announce("somebody else");
  expect(live().at(-1)?.accountSince).toBe("");
});
