/** A text in parts: those that name a piece, and what stands between them. */

export interface Part<P> {
  readonly words: string;
  readonly piece: P | null;
}

export function parted<P extends { readonly name: string }>(
  text: string,
  pieces: readonly P[],
): readonly Part<P>[] {
  // A longer name may have a shorter one in it.
  const byLength = [...pieces].sort((one, other) => other.name.length - one.name.length);
  for (const piece of byLength) {
    const at = piece.name === "" ? -1 : text.indexOf(piece.name);
    if (at < 0) continue;
    const before = parted(text.slice(0, at), pieces);
    const after = parted(text.slice(at + piece.name.length), pieces);
    return [...before, { words: piece.name, piece }, ...after];
  }
  return text === "" ? [] : [{ words: text, piece: null }];
}
