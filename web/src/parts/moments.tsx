/**
 * Moving through the moments of a match: left enters the past, right at its end or Esc returns to the present. A
 * finished match is relived here: any moment, by rounds too, with anybody's eyes.
 */

import { useEffect, useState } from "preact/hooks";
import { knownOnly } from "../api/watch";
import { addressOf } from "../match/address";
import type { Match } from "../match/live";
import { mistakesOf, nextMistake } from "../match/mistakes";
import type { MatchModel } from "../match/model";
import { type Eyes, nextStart, type Rounds, startsOf } from "../match/past";
import { type Key, t } from "../words";
import { GoOn } from "./go-on";
import { isPlain } from "./keys";
import { seatName } from "./seats";

interface Props {
  model: MatchModel;
  match: Match;
  rounds: Rounds;
}

export function Moments({ model, match, rounds }: Props) {
  const isWhole = model.past.last.value !== null;
  useKeys(model, rounds);
  const steps = model.moments.value;
  if (steps.length < 2) return null;
  return (
    <section class={`moments panel${isWhole ? " whole" : ""}`} aria-label={t("moments.title")}>
      <Step of="first" says="moments.first" act={() => model.go(steps[0] ?? 0)} />
      {isWhole && (
        <Leap
          of="leap_back"
          says={`moments.back_to.${rounds.name}`}
          model={model}
          rounds={rounds}
          step={-1}
        />
      )}
      {isWhole && rounds.phase !== null && (
        <Step
          of="phase_back"
          says="moments.back_phase"
          keys=","
          act={() => void leap(model, rounds.phase ?? "", -1)}
        />
      )}
      <Step of="back" says="moments.back" keys="ArrowLeft" act={() => model.step(-1)} />
      <Slider model={model} />
      <Step of="on" says="moments.on" keys="ArrowRight" act={() => model.step(1)} />
      {isWhole && rounds.phase !== null && (
        <Step
          of="phase_on"
          says="moments.on_phase"
          keys="."
          act={() => void leap(model, rounds.phase ?? "", 1)}
        />
      )}
      {isWhole && (
        <Leap of="leap_on" says={`moments.on_to.${rounds.name}`} model={model} rounds={rounds} step={1} />
      )}
      <Step of="present" says={isWhole ? "moments.end" : "moments.present"} act={() => model.go(null)} />
      <output>{whereOf(model)}</output>
      {isWhole && <Autoplay model={model} />}
      {isWhole && <Mistakes model={model} match={match} />}
      {isWhole && <EyesOf model={model} match={match} />}
      {isWhole && <Link model={model} match={match} />}
      {isWhole && <GoOn model={model} match={match} />}
    </section>
  );
}

function useKeys(model: MatchModel, rounds: Rounds): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPlain(event)) return;
      const step = STEPS[event.key];
      if (step === undefined) return;
      const isWhole = model.past.last.value !== null;
      if (event.key.length === 1) {
        if (isWhole && rounds.phase !== null) void leap(model, rounds.phase, step);
      } else if (event.shiftKey && isWhole) void leap(model, rounds.kind, step);
      else model.step(step);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [model, rounds]);
}

/** Which way a key leads. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1 };

/** Goes to where the round, turn or phase begins, or the one before or after. */
async function leap(model: MatchModel, kind: string, step: 1 | -1): Promise<void> {
  const starts = startsOf(await model.past.tell(model.eyes.value), kind, model.latest.value);
  model.go(nextStart(starts, model.at.value, step));
}

function whereOf(model: MatchModel): string {
  const latest = model.latest.value;
  const version = model.moment.value ?? latest;
  const shown = model.shown.value;
  const round = shown?.version === version ? shown.view.round : null;
  const where = t("moments.at", { version, latest });
  return typeof round === "number" && round > 0 ? `${where} · ${t("moments.round", { round })}` : where;
}

function Slider({ model }: { model: MatchModel }) {
  const steps = model.moments.value;
  return (
    <input
      type="range"
      aria-label={t("moments.slider")}
      min={0}
      max={steps.length - 1}
      value={Math.max(0, steps.indexOf(model.at.value))}
      aria-valuetext={whereOf(model)}
      onInput={(e) => model.go(steps[Number(e.currentTarget.value)] ?? null)}
    />
  );
}

const ALL = "all";
const SPECTATOR = "spectator";

/** Whose eyes: who holds a seat here sees with it, or with any other's, never as a spectator. */
function EyesOf({ model, match }: { model: MatchModel; match: Match }) {
  const eyes = model.eyes.value;
  const choose = (value: string) => {
    const chosen: Eyes = value === ALL ? ALL : value === SPECTATOR ? null : Number(value);
    model.lookWith(chosen);
  };
  return (
    <label class="eyes">
      <span>{t("moments.eyes")}</span>
      <select
        value={eyes === null ? SPECTATOR : String(eyes)}
        onChange={(e) => choose(e.currentTarget.value)}
      >
        {model.seat.value === null && <option value={SPECTATOR}>{t("moments.spectator")}</option>}
        {match.seats.map((_, place) => (
          <option key={place} value={String(place)}>
            {seatName(match, place)}
          </option>
        ))}
        <option value={ALL}>{t("moments.open_hands")}</option>
      </select>
    </label>
  );
}

/** An address that leads here: copied where the browser allows it, else a link. */
function Link({ model, match }: { model: MatchModel; match: Match }) {
  // Only over HTTPS, and on the own machine, is there a clipboard.
  const [canCopy, setCanCopy] = useState(navigator.clipboard !== undefined);
  const [copied, setCopied] = useState("");
  const query = addressOf({ at: model.at.value, eyes: model.eyes.value });
  const address = `/matches/${match.id}${query}`;
  const copy = () =>
    navigator.clipboard.writeText(location.origin + address).then(
      () => setCopied(address),
      () => setCanCopy(false),
    );
  if (!canCopy) return <a href={address}>{t("moments.link")}</a>;
  return (
    <>
      <button type="button" class="quiet" onClick={() => void copy()}>
        {t("moments.copy")}
      </button>
      <span role="status">{copied === address ? t("moments.copied") : ""}</span>
    </>
  );
}

interface StepProps {
  of: keyof typeof ARROWS;
  says: Key;
  keys?: string;
  act: () => void;
}

function Step({ of, says, keys, act }: StepProps) {
  return (
    <button
      type="button"
      class="quiet"
      aria-label={t(says)}
      title={t(says)}
      aria-keyshortcuts={keys}
      onClick={act}
    >
      <Arrow of={of} />
    </button>
  );
}

interface LeapProps {
  of: keyof typeof ARROWS;
  says: Key;
  model: MatchModel;
  rounds: Rounds;
  step: 1 | -1;
}

function Leap({ of, says, model, rounds, step }: LeapProps) {
  const keys = step < 0 ? "Shift+ArrowLeft" : "Shift+ArrowRight";
  return <Step of={of} says={says} keys={keys} act={() => void leap(model, rounds.kind, step)} />;
}

/** How long each moment stands, by speed. */
const SPEEDS = { "½×": 2000, "1×": 1000, "2×": 500, "4×": 250, "8×": 125 } as const;
type Speed = keyof typeof SPEEDS;

/** Goes on by itself until the end, or until somebody goes elsewhere. */
function Autoplay({ model }: { model: MatchModel }) {
  const [isOn, setOn] = useState(false);
  const [speed, setSpeed] = useState<Speed>("1×");
  const moment = model.moment.value;
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => model.step(1), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [isOn, speed, moment]);
  useEffect(() => {
    // At the end there is nothing more to play.
    if (moment === null) setOn(false);
  }, [moment]);
  const toggle = () => {
    if (!isOn && moment === null) model.go(0);
    setOn(!isOn);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOnControl = event.target instanceof HTMLElement && event.target.closest("button, a, summary");
      if (event.key !== " " || isOnControl || !isPlain(event)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return (
    <span class="row">
      <Step
        of={isOn ? "pause" : "play"}
        says={isOn ? "moments.pause" : "moments.autoplay"}
        keys="Space"
        act={toggle}
      />
      <label>
        <span class="hidden">{t("moments.speed")}</span>
        <select value={speed} onChange={(e) => setSpeed(e.currentTarget.value as Speed)}>
          {Object.keys(SPEEDS).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </span>
  );
}

/** Leads from mistake to mistake, whoever made it. */
function Mistakes({ model, match }: { model: MatchModel; match: Match }) {
  const [told, setTold] = useState("");
  const go = async () => {
    try {
      const found = nextMistake(await mistakesOf(model), model.moment.value ?? -1);
      if (found === null) return setTold(t("moments.mistake_none"));
      const { version, seat, before, after } = found;
      model.go(version);
      const percent = (chance: number) => Math.round(chance * 100);
      const values = { name: seatName(match, seat), before: percent(before), after: percent(after) };
      setTold(t("moments.mistake_at", values));
    } catch (wrong) {
      model.trouble.value = knownOnly(wrong);
    }
  };
  return (
    <span class="row">
      <button type="button" class="quiet" onClick={() => void go()}>
        {t("moments.mistake")}
      </button>
      <span role="status" class="soft">
        {told}
      </span>
    </span>
  );
}

const ARROWS = {
  first: "M5 4v12M17 4 8 10l9 6z",
  leap_back: "M10 4 2 10l8 6zM18 4l-8 6 8 6z",
  back: "M14 4 5 10l9 6z",
  on: "M6 4l9 6-9 6z",
  phase_back: "M4 4v12M10 4v12M18 4l-7 6 7 6z",
  phase_on: "M16 4v12M10 4v12M2 4l7 6-7 6z",
  play: "M6 3l10 7-10 7z",
  pause: "M6 4v12M14 4v12",
  leap_on: "M2 4l8 6-8 6zM10 4l8 6-8 6z",
  present: "M15 4v12M3 4l9 6-9 6z",
};

function Arrow({ of }: { of: keyof typeof ARROWS }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path
        d={ARROWS[of]}
        fill="currentColor"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
    </svg>
  );
}
