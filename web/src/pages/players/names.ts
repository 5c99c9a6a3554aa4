/** How players are called. */

import { botName } from "../../parts/seats";
import { language } from "../../words";

const BOT = "bot:";

export function nameOf(player: string): string {
  return player.startsWith(BOT) ? botName(player.slice(BOT.length)) : player;
}

export function linkOf(player: string): string {
  return `/players/${encodeURIComponent(player)}`;
}

export function written(value: number, digits = 1): string {
  return new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(value);
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

export function day(atMs: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(atMs);
}
