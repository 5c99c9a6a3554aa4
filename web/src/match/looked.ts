/** How far the reader has seen each match, kept by this browser: after a reload the story goes on where it was. */

const KEPT = "astrarium.looked";
/** So many matches are remembered, the latest ones. */
const MATCHES_MAX = 60;

export interface Looked {
  /** Number of the last event before the own latest action: the story begins behind it. */
  readonly from: number;
  /** Number of the last event that was there when somebody looked last. */
  readonly until: number;
}

type Kept = readonly (readonly [id: string, from: number, until: number])[];

export function recallLooked(id: string): Looked | null {
  const found = read().find(([match]) => match === id);
  return found === undefined ? null : { from: found[1], until: found[2] };
}

export function rememberLooked(id: string, { from, until }: Looked): void {
  const others = read().filter(([match]) => match !== id);
  localStorage.setItem(KEPT, JSON.stringify([...others.slice(1 - MATCHES_MAX), [id, from, until]]));
}

/** What another version of the page kept, or somebody else wrote, counts for nothing. */
function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Kept[number] {
  return (
    Array.isArray(entry) &&
    typeof entry[0] === "string" &&
    Number.isInteger(entry[1]) &&
    Number.isInteger(entry[2])
  );
}
