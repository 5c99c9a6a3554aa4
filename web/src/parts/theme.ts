/** Light or dark: the system's choice unless the reader made one. */

import { effect, signal } from "@preact/signals";

const CHOSEN = "astrarium.theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const theme = signal<Theme>(THEMES.find((each) => each === localStorage.getItem(CHOSEN)) ?? "system");

export function wear(wished: Theme): void {
  localStorage.setItem(CHOSEN, wished);
  theme.value = wished;
}

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
