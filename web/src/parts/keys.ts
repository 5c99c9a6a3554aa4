/** One key per choice: digits first, then the letters that mean nothing else on the page. */

const KEYS = [..."1234567890qwertyiopasdfghjkzxvbnm"];

export function keyOf(place: number): string | null {
  return KEYS[place] ?? null;
}

/** Returns which choice a key press means, or null if it means none: something is typed, or held with another key. */
export function placeOfKey(event: KeyboardEvent): number | null {
  if (!isPlain(event)) return null;
  const place = KEYS.indexOf(event.key.toLowerCase());
  return place < 0 ? null : place;
}

/** Whether a key press is meant for the page, not for a field or the browser. */
export function isPlain(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return false;
  const target = event.target;
  return !(
    target instanceof HTMLElement && target.closest("input, textarea, select, dialog, [contenteditable]")
  );
}
