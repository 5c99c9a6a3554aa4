/** How much moves on the page: as the system says, or less. */

import { effect, signal } from "@preact/signals";

const CHOSEN = "astrarium.motion";
export const MOTIONS = ["system", "less"] as const;
export type Motion = (typeof MOTIONS)[number];

export const motion = signal<Motion>(
  MOTIONS.find((each) => each === localStorage.getItem(CHOSEN)) ?? "system",
);

export function move(wished: Motion): void {
  localStorage.setItem(CHOSEN, wished);
  motion.value = wished;
}

effect(() => {
  if (motion.value === "system") delete document.documentElement.dataset.motion;
  else document.documentElement.dataset.motion = motion.value;
});
