/** The form that makes a tournament. What a format doesn't have isn't asked; what is refused stays as it was written. */

import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { answered, http, type Refused, type Schemas, type Unreachable } from "../../api/client";
import { knownOnly } from "../../api/watch";
import { ChoiceField, FlagField, NumberField, TextField } from "../../parts/field";
import { chosenFor, OptionFields } from "../../parts/option-fields";
import { RatingFields } from "../../parts/rating-fields";
import { Refusal } from "../../parts/refusal";
import { t as settings } from "../../parts/settings";
import { TimeFields } from "../../parts/time-fields";
import { useTitle } from "../../parts/title";
import { make } from "./acts";
import { bodyOf, type Draft, EMPTY, FORMATS, HAS, PLAYERS, TIE_BREAKS, withTieBreak } from "./form";
import { t } from "./words";

type Game = Schemas["Game"];
type Wrong = Refused | Unreachable;

export function NewTournamentPage() {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [games, setGames] = useState<readonly Game[]>([]);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [isSending, setSending] = useState(false);
  const { route } = useLocation();
  useTitle(t("new.title"));
  const fail = (caught: unknown) => setWrong(knownOnly(caught));
  useEffect(() => {
    answered(http.GET("/v1/games")).then((got) => setGames(got.games), fail);
  }, []);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const send = async (event: Event) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const options = chosenFor(game, draft.seats, draft.options);
    await make(bodyOf({ ...draft, options })).then((id) => route(`/tournaments/${id}`), fail);
    setSending(false);
  };
  const game = games.find((each) => each.name === draft.game);
  const parts = { draft, set };
  return (
    <div class="page narrow">
      <h1>{t("new.title")}</h1>
      <p class="soft">{t("new.lead")}</p>
      <form class="big-form" onSubmit={(event) => void send(event)} aria-busy={games.length === 0}>
        <What {...parts} games={games} game={game} />
        <Course {...parts} />
        <Time {...parts} />
        <Entry {...parts} />
        <Counting {...parts} />
        <OptionFields
          game={game}
          seats={draft.seats}
          chosen={draft.options}
          set={(options) => set({ options })}
        />
        {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
        <button type="submit" class="primary" aria-disabled={isSending}>
          {t("new.send")}
        </button>
      </form>
    </div>
  );
}

interface Part {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}

function What({ draft, set, games, game }: Part & { games: readonly Game[]; game: Game | undefined }) {
  const seats = range(Math.max(2, game?.seats_min ?? 2), game?.seats_max ?? 2);
  const choose = (name: string) => {
    const most = games.find((each) => each.name === name)?.seats_max ?? 2;
    set({ game: name, seats: Math.min(draft.seats, most), options: {} });
  };
  return (
    <fieldset class="panel">
      <legend>{t("new.what")}</legend>
      <TextField label={t("field.name")} value={draft.name} set={(name) => set({ name })} isRequired />
      <ChoiceField
        label={settings("field.game")}
        value={draft.game}
        set={choose}
        choices={games.map((each) => [each.name, each.title] as const)}
      />
      <ChoiceField
        label={t("field.seats")}
        value={String(draft.seats)}
        set={(value) => set({ seats: Number(value) })}
        choices={seats.map((count) => [String(count), String(count)] as const)}
      />
      <ChoiceField
        label={t("field.format")}
        hint={t(`format_text.${draft.format}`)}
        value={draft.format}
        set={(format) => set({ format })}
        choices={FORMATS.map((each) => [each, t(`format.${each}`)] as const)}
      />
    </fieldset>
  );
}

function Course({ draft, set }: Part) {
  return (
    <fieldset class="panel">
      <legend>{t("new.course")}</legend>
      {HAS.rounds(draft) && (
        <NumberField
          label={t("field.rounds")}
          hint={t("hint.rounds")}
          value={draft.rounds}
          set={(rounds) => set({ rounds })}
          min={0}
          max={200}
        />
      )}
      {HAS.cycles(draft) && (
        <NumberField
          label={t("field.cycles")}
          hint={t("hint.cycles")}
          value={draft.cycles}
          set={(cycles) => set({ cycles })}
          min={1}
          max={20}
        />
      )}
      {HAS.minutes(draft) && (
        <NumberField
          label={t("field.duration")}
          hint={t("hint.duration")}
          value={draft.minutes}
          set={(minutes) => set({ minutes })}
          min={1}
          max={7 * 24 * 60}
        />
      )}
      {HAS.advance(draft) && (
        <NumberField
          label={t("field.advance")}
          hint={t("hint.advance")}
          value={draft.advance}
          set={(advance) => set({ advance })}
          min={1}
          max={draft.seats - 1}
        />
      )}
      {HAS.method(draft) && (
        <ChoiceField
          label={t("field.method")}
          hint={t("hint.method")}
          value={draft.method}
          set={(method) => set({ method })}
          choices={(["auto", "dutch", "pods"] as const).map((each) => [each, t(`method.${each}`)] as const)}
        />
      )}
      <FlagField
        label={t("field.short_tables")}
        hint={t("hint.short_tables")}
        value={draft.shortTables}
        set={(shortTables) => set({ shortTables })}
      />
      <FlagField
        label={t("field.is_duplicate")}
        hint={t("hint.is_duplicate")}
        value={draft.isDuplicate}
        set={(isDuplicate) => set({ isDuplicate })}
      />
    </fieldset>
  );
}

function Time({ draft, set }: Part) {
  return (
    <fieldset class="panel">
      <legend>{t("new.time")}</legend>
      <TimeFields draft={draft} set={set} />
    </fieldset>
  );
}

function Entry({ draft, set }: Part) {
  const toggle = (player: Draft["players"][number]) => (isIn: boolean) =>
    set({ players: PLAYERS.filter((each) => (each === player ? isIn : draft.players.includes(each))) });
  const players = draft.isDuplicate ? PLAYERS.filter((each) => each !== "person") : PLAYERS;
  return (
    <fieldset class="panel">
      <legend>{t("new.entry")}</legend>
      {players.map((each) => (
        <FlagField
          key={each}
          label={settings(`player.${each}`)}
          value={draft.players.includes(each)}
          set={toggle(each)}
        />
      ))}
      <NumberField
        label={t("field.entrants_max")}
        value={draft.entrantsMax}
        set={(entrantsMax) => set({ entrantsMax })}
        min={2}
        max={1000}
      />
      <RatingFields draft={draft} set={set} />
      {HAS.late(draft) && (
        <TextField
          label={t("field.late_rounds")}
          hint={t("hint.late_rounds")}
          value={draft.lateRounds}
          set={(lateRounds) => set({ lateRounds })}
          charsMax={10}
        />
      )}
      {HAS.latePoints(draft) && (
        <TextField
          label={t("field.late_points")}
          hint={t("hint.late_points")}
          value={draft.latePoints}
          set={(latePoints) => set({ latePoints })}
          charsMax={10}
        />
      )}
    </fieldset>
  );
}

function Counting({ draft, set }: Part) {
  const usual = range(0, draft.seats - 1)
    .reverse()
    .join(" ");
  const breaks = [
    ...TIE_BREAKS.map((each) => [each, t(`tie.${each}`)] as const),
    ["", t("tie.none")] as const,
  ];
  return (
    <fieldset class="panel">
      <legend>{t("new.counting")}</legend>
      <TextField
        label={t("field.points")}
        hint={t("hint.points", { usual })}
        value={draft.points}
        set={(points) => set({ points })}
        placeholder={usual}
      />
      <TextField
        label={t("field.bye_points")}
        hint={t("hint.bye_points")}
        value={draft.byePoints}
        set={(byePoints) => set({ byePoints })}
        charsMax={10}
      />
      {draft.tieBreaks.map((chosen, place) => (
        <ChoiceField
          key={place}
          label={t("field.tie_break", { number: place + 1 })}
          hint={chosen === "" ? undefined : t(`tie_text.${chosen}`)}
          value={chosen}
          set={(next) => set({ tieBreaks: withTieBreak(draft.tieBreaks, place, next) })}
          choices={breaks}
        />
      ))}
      <FlagField
        label={settings("field.is_rated")}
        hint={settings("hint.is_rated")}
        value={draft.isRated}
        set={(isRated) => set({ isRated })}
      />
      {!draft.isDuplicate && (
        <FlagField label={t("field.has_chat")} value={draft.hasChat} set={(hasChat) => set({ hasChat })} />
      )}
    </fieldset>
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
}
