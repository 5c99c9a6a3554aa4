/** The form that makes a table as its host likes it: who sits there, the time, the game's options. */

import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Refused, Unreachable } from "../../api/client";
import { knownOnly } from "../../api/watch";
import { ChoiceField, FlagField, TextField } from "../../parts/field";
import { chosenFor, OptionFields } from "../../parts/option-fields";
import { RatingFields } from "../../parts/rating-fields";
import { Refusal } from "../../parts/refusal";
import { botName } from "../../parts/seats";
import { t as settings } from "../../parts/settings";
import { TimeFields } from "../../parts/time-fields";
import { useTitle } from "../../parts/title";
import { t as said } from "../../words";
import { bots, type Game, games, loadOffers, makeMatch } from "../lobby";
import {
  bodyOf,
  type Draft,
  emptyDraft,
  isOpenToStrangers,
  OPEN,
  type Other,
  withOther,
  withSeats,
} from "./form";
import { t } from "./words";

export function NewTablePage() {
  const { query, route } = useLocation();
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(query.game ?? "roll", seatsIn(query.seats)));
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const [isSending, setSending] = useState(false);
  useTitle(t("title"));
  const fail = (caught: unknown) => setWrong(knownOnly(caught));
  useEffect(() => {
    loadOffers().catch(fail);
  }, []);
  const game = games.value.find((each) => each.name === draft.game);
  const seats = draft.others.length + 1;
  useEffect(() => {
    // An address may name a game or a number of seats that there isn't.
    const first = games.value[0];
    if (game === undefined && first !== undefined) setDraft(emptyDraft(first.name, 2));
    if (game !== undefined) setDraft((before) => fitting(before, game));
  }, [game, games.value]);
  const send = async (event: Event) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const options = chosenFor(game, seats, draft.options);
    await makeMatch(bodyOf({ ...draft, options })).then((id) => route(`/matches/${id}`), fail);
    setSending(false);
  };
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <div class="page narrow">
      <h1>{t("title")}</h1>
      <p class="soft">{t("lead")}</p>
      <form class="big-form" onSubmit={(event) => void send(event)} aria-busy={game === undefined}>
        <Seats draft={draft} setDraft={setDraft} game={game} />
        {draft.others.length > 0 && (
          <fieldset class="panel">
            <legend>{t("time")}</legend>
            <TimeFields draft={draft} set={set} />
          </fieldset>
        )}
        <Terms draft={draft} set={set} />
        <OptionFields game={game} seats={seats} chosen={draft.options} set={(options) => set({ options })} />
        {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
        <button type="submit" class="primary" aria-disabled={isSending}>
          {t("send")}
        </button>
      </form>
    </div>
  );
}

function seatsIn(written: string | undefined): number {
  const seats = Number(written);
  return Number.isInteger(seats) && seats >= 1 && seats <= SEATS_MAX ? seats : 2;
}

const SEATS_MAX = 5;

/** The same draft with no more and no fewer seats than the game has. */
function fitting(draft: Draft, game: Game): Draft {
  const seats = draft.others.length + 1;
  const within = Math.min(Math.max(seats, game.seats_min), game.seats_max);
  return within === seats ? draft : withSeats(draft, within);
}

interface SeatsProps {
  draft: Draft;
  setDraft: (change: (before: Draft) => Draft) => void;
  game: Game | undefined;
}

function Seats({ draft, setDraft, game }: SeatsProps) {
  const counts = Array.from(
    { length: (game?.seats_max ?? 2) - (game?.seats_min ?? 2) + 1 },
    (_, step) => (game?.seats_min ?? 2) + step,
  );
  return (
    <fieldset class="panel">
      <legend>{t("who")}</legend>
      <ChoiceField
        label={settings("field.game")}
        value={draft.game}
        set={(name) => setDraft((before) => ({ ...before, game: name, options: {} }))}
        choices={games.value.map((each) => [each.name, each.title] as const)}
      />
      <ChoiceField
        label={said("offer.seats")}
        value={String(draft.others.length + 1)}
        set={(count) => setDraft((before) => withSeats(before, Number(count)))}
        choices={counts.map((count) => [String(count), said("offer.seat_count", { count })] as const)}
      />
      {draft.others.map((other, place) => (
        <OtherSeat
          key={place}
          number={place + 2}
          other={other}
          set={(next) => setDraft((before) => withOther(before, place, next))}
        />
      ))}
    </fieldset>
  );
}

const BOT = "bot:";

function OtherSeat({ number, other, set }: { number: number; other: Other; set: (next: Other) => void }) {
  const choose = (choice: string) => {
    if (choice.startsWith(BOT)) set({ kind: "bot", level: choice.slice(BOT.length) });
    else set(choice === "named" ? { kind: "named", name: "" } : OPEN);
  };
  const choices: (readonly [string, string])[] = [
    ["open", t("seat.open")],
    ["named", t("seat.named")],
    ...bots.value.map((bot) => [BOT + bot.level, botName(bot.level)] as const),
  ];
  return (
    <>
      <ChoiceField
        label={t("seat", { number })}
        value={other.kind === "bot" ? BOT + other.level : other.kind}
        set={choose}
        choices={choices}
      />
      {other.kind === "named" && (
        <TextField
          label={t("seat.name", { number })}
          hint={t("seat.name_text")}
          value={other.name}
          set={(name) => set({ kind: "named", name })}
          isRequired
          charsMax={64}
        />
      )}
    </>
  );
}

function Terms({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  const flag = (part: "isPrivate" | "isRated" | "allowsTakeBack" | "hasChat" | "admitsPrograms") => ({
    value: draft[part],
    set: (value: boolean) => set({ [part]: value }),
  });
  return (
    <fieldset class="panel">
      <legend>{t("terms")}</legend>
      <FlagField label={t("private")} hint={t("private_text")} {...flag("isPrivate")} />
      {!draft.isPrivate && (
        <FlagField label={settings("field.is_rated")} hint={settings("hint.is_rated")} {...flag("isRated")} />
      )}
      {isOpenToStrangers(draft) && (
        <>
          <FlagField label={t("programs")} {...flag("admitsPrograms")} />
          <RatingFields draft={draft} set={set} />
        </>
      )}
      <FlagField label={t("take_back")} {...flag("allowsTakeBack")} />
      <FlagField label={t("chat")} {...flag("hasChat")} />
    </fieldset>
  );
}
