/** A clock that runs down to a deadline. */

import { useEffect, useState } from "preact/hooks";
import { t } from "../words";

const TICK_MS = 250;
const SHORT_MS = 30_000;

export function Clock({ deadlineMs }: { deadlineMs: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, TICK_MS);
    // Timers of hidden tabs hardly run: look again as soon as somebody looks.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  const leftMs = Math.max(0, deadlineMs - now);
  return (
    <span class={leftMs < SHORT_MS ? "clock short" : "clock"} role="timer" aria-label={t("clock.left")}>
      {written(leftMs)}
    </span>
  );
}

export function written(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
