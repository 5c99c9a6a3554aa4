/** Tells by the browser's own means that somebody is waited for, while no tab of the page is looked at. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { account } from "../api/account";
import { type AccountEvent, watchAccount } from "../api/hub";
import { type Key, t } from "../words";

const CHOSEN = "astrarium.notices";
/** A lock that every tab shares while it is looked at. */
const SEEN = "astrarium.seen";

/** What the browser lets the page do: `unknown` is a browser that can't tell anybody anything. */
export type Leave = NotificationPermission | "unknown";

export const leave = signal<Leave>(typeof Notification === "undefined" ? "unknown" : Notification.permission);
const wanted = signal(localStorage.getItem(CHOSEN) === "on");

export function isTelling(): boolean {
  return wanted.value && leave.value === "granted";
}

/** Switches the notices; the browser asks the reader once whether it may. */
export async function switchNotices(isOn: boolean): Promise<void> {
  if (isOn) leave.value = await Notification.requestPermission();
  wanted.value = isOn && leave.value === "granted";
  localStorage.setItem(CHOSEN, wanted.value ? "on" : "off");
}

const SENTENCES: Readonly<Record<string, Key>> = {
  decision_due: "notice.decision_due",
  invited: "notice.invited",
  tournament_match: "notice.tournament_match",
};

/** Listens as long as somebody is signed in and wants to be told; `open` shows a page of this one. */
export function useNotices(open: (path: string) => void): void {
  const name = account.value?.name;
  const isOn = name !== undefined && isTelling();
  useEffect(() => void holdWhileSeen(), []);
  useEffect(() => (isOn ? watchAccount((event) => void tell(event, open)) : undefined), [isOn, name]);
}

async function tell(
  { kind = "", match_id: id = "" }: AccountEvent,
  open: (path: string) => void,
): Promise<void> {
  const key = SENTENCES[kind];
  if (key === undefined || id === "" || (await isSeen())) return;
  // One notice for each match, whichever tab tells it.
  const notice = new Notification("Astrarium", { body: t(key), tag: id });
  notice.onclick = () => {
    notice.close();
    window.focus();
    open(`/matches/${id}`);
  };
}

async function isSeen(): Promise<boolean> {
  if (!document.hidden) return true;
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name === SEEN) ?? false;
}

async function holdWhileSeen(): Promise<void> {
  if (navigator.locks === undefined) return;
  for (;;) {
    await visibilityIs("visible");
    await navigator.locks.request(SEEN, { mode: "shared" }, () => visibilityIs("hidden"));
  }
}

function visibilityIs(state: DocumentVisibilityState): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== state) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}
