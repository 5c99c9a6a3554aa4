/** What the tables of all games are made of: the bar of phases, a seat's title, a titled block of pieces, points. */

import type { ComponentChildren } from "preact";
import { t } from "../words";

const NUMERALS = ["I", "II", "III", "IV", "V"];

export interface PhaseShown {
  readonly id: string;
  readonly name: string;
  readonly mark: ComponentChildren;
  readonly isPlayed: boolean;
  readonly isOn: boolean;
  /** Whoever called it. */
  readonly seats?: readonly number[];
}

/** Which phases are played in this round, and which is on. */
export function Phases({ phases }: { phases: readonly PhaseShown[] }) {
  return (
    <ol class="phases">
      {phases.map(({ id, name, mark, isPlayed, isOn, seats = [] }, number) => {
        const state = isOn ? "on" : isPlayed ? "played" : "off";
        return (
          <li key={id} class={`phase ${state}`} aria-current={isOn ? "step" : undefined}>
            <span class="numeral">{NUMERALS[number]}</span>
            {mark}
            <span>{name}</span>
            {seats.map((seat) => (
              <SeatMark key={seat} place={seat} />
            ))}
            <span class="hidden">{t(`phase.${state}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** A seat's number in its colour. */
export function SeatMark({ place }: { place: number }) {
  return (
    <span class={`seat-mark seat-${place}`} aria-hidden="true">
      {place + 1}
    </span>
  );
}

export function SeatTitle({ place, title }: { place: number; title: string }) {
  return (
    <h2>
      <SeatMark place={place} />
      {title}
    </h2>
  );
}

export function Block({
  title,
  class: name,
  children,
}: {
  title: ComponentChildren;
  class: string;
  children: ComponentChildren;
}) {
  return (
    <div class={`block ${name}`}>
      <div class="block-title">{title}</div>
      <div class="content">{children}</div>
    </div>
  );
}

/** So many victory points. */
export function Points({ points }: { points: number | string }) {
  return (
    <svg class="points-of" viewBox="0 0 40 40" aria-hidden="true">
      <path class="shape" d="M11 4 H29 L38 20 L29 36 H11 L2 20 Z" />
      <text x="20" y="27" text-anchor="middle">
        {points}
      </text>
    </svg>
  );
}
