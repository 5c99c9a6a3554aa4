/** Who is playing: nobody yet, a guest or a named account; the token itself is out of reach in a cookie. */

import { computed, effect, signal } from "@preact/signals";
import { answered, http, onUnauthenticated, PAGE_HEADER, Refused, type Schemas } from "./client";
import { announceAccount, connection } from "./hub";

export type Account = Schemas["Account"];
const REMEMBERED = "astrarium.account";
/** A gateway that has not heard of a revocation yet may believe a token for two seconds. */
const BELIEVED_MS = 3000;

export const account = signal<Account | null>(null);
/** The account that was signed in here is not any more: revoked, expired or signed out elsewhere. */
export const isSignedOut = signal(false);
export const isGuest = computed(() => account.value?.name.startsWith("guest-") ?? false);

let arriving: Promise<boolean> | null = null;

/** Asks who is signed in; nobody is a fine answer. */
export async function recall(): Promise<void> {
  if (localStorage.getItem(REMEMBERED) === null) return;
  try {
    take(await answered(http.GET("/v1/accounts/me")));
  } catch (wrong) {
    if (!(wrong instanceof Refused)) throw wrong;
  }
}

/** Makes an account, a guest's unless it gets a name, and signs this browser in with it. */
export async function arrive(name?: string): Promise<void> {
  const body = name === undefined ? {} : { name };
  become(await answered(http.POST("/v1/session/account", { body })));
}

/** Gives the guest who is signed in here a name; everything stays with the account. */
export async function takeName(name: string): Promise<void> {
  take(await answered(http.POST("/v1/accounts/me/name", { body: { name } })));
}

/** Signs this browser in with a token of an account that there is. */
export async function signInWith(token: string): Promise<void> {
  become(await answered(http.POST("/v1/session", { headers: { Authorization: `Bearer ${token}` } })));
}

/** Signs this browser out; its token is worthless then. */
export async function leave(): Promise<void> {
  await answered(http.DELETE("/v1/session"));
  becomeNobody();
}

/** Deletes the account for good. */
export async function remove(): Promise<void> {
  await answered(http.DELETE("/v1/accounts/me"));
  becomeNobody();
}

function becomeNobody(): void {
  localStorage.removeItem(REMEMBERED);
  account.value = null;
  isSignedOut.value = false;
  announceAccount(null);
}

/** Makes sure that somebody is signed in: a guest if need be. */
export async function ensureAccount(): Promise<void> {
  if (account.value === null) await becomeSomebody();
}

/** Is somebody from now on: what was watched as a visitor is watched with that account's eyes. */
function become(who: Account): void {
  const wasVisitor = account.value === null;
  take(who);
  if (wasVisitor) announceAccount(who.name);
}

function take(who: Account): void {
  localStorage.setItem(REMEMBERED, who.name);
  const before = account.value?.name;
  account.value = who;
  isSignedOut.value = false;
  if (before !== undefined && before !== who.name) announceAccount(who.name);
}

/** Becomes a guest where nobody ever signed in; one who did is told, and not turned into somebody else unasked. */
async function arriveOnce(): Promise<boolean> {
  if (localStorage.getItem(REMEMBERED) !== null) {
    // Another tab may just have arrived: its cookie is ours.
    const answer = await fetch("/v1/accounts/me", { headers: PAGE_HEADER });
    if (!answer.ok) {
      account.value = null;
      isSignedOut.value = true;
      return false;
    }
    take((await answer.json()) as Account);
    return true;
  }
  await arrive();
  return true;
}

function becomeSomebody(): Promise<boolean> {
  arriving ??= alone(arriveOnce).finally(() => {
    arriving = null;
  });
  return arriving;
}

/** Does it in one tab at a time, so that several opened at once become one guest. */
async function alone(act: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? await navigator.locks.request("astrarium.arrive", act) : act();
}

onUnauthenticated(becomeSomebody);

// A stream that is refused is often the first to notice that the token is worthless. One that is opened with a worthless
// token is a visitor's, and nobody says so: whoever was signed in is asked for again.
effect(() => {
  const state = connection.value;
  if (state !== "refused" && state !== "live") return;
  recallIfKnown();
  if (state === "refused") setTimeout(recallIfKnown, BELIEVED_MS);
});

function recallIfKnown(): void {
  if (account.peek() !== null) void recall().catch(() => undefined);
}
