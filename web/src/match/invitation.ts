/**
 * Invitations to private tables. One stands behind the # of a link, which no browser sends to a server, and is taken
 * out of the address at once; it is kept nowhere but in this page's memory.
 */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { answered, http } from "../api/client";

const WORD = /^#[\w-]{1,200}$/;
const known = signal<ReadonlyMap<string, string>>(new Map());

export function keepInvitation(id: string, invitation: string): void {
  known.value = new Map(known.value).set(id, invitation);
}

/** Returns the invitation to a match that is known here, or "". */
export function invitationTo(id: string): string {
  return known.value.get(id) ?? "";
}

/** The address to send to whoever shall come. */
export function linkTo(id: string): string {
  const invitation = invitationTo(id);
  return `${location.origin}/matches/${id}${invitation === "" ? "" : `#${invitation}`}`;
}

/** Makes a new invitation to an own private match; the one before is worthless then. */
export async function renewInvitation(id: string): Promise<void> {
  const params = { path: { match_id: id } };
  keepInvitation(id, (await answered(http.POST("/v1/matches/{match_id}/invitation", { params }))).invitation);
}

/** Takes the invitation out of the address by which a match was opened. */
export function useInvitation(id: string): void {
  useEffect(() => {
    const take = () => {
      if (!WORD.test(location.hash)) return;
      keepInvitation(id, location.hash.slice(1));
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, [id]);
}
