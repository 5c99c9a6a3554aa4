/** Around what may be wider than the page: it scrolls by itself, by key too. */

import type { ComponentChildren } from "preact";

export function Scrolls({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by key
    <section class="scrolls" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
