/** What only the host may do. Whatever can't be undone asks once more. */

import { useEffect, useRef, useState } from "preact/hooks";
import { answered, http, type Schemas } from "../../api/client";
import { knownOnly } from "../../api/watch";
import { botName } from "../../parts/seats";
import { addBots, finish, pause, remove, resume, type Standing, start, type Tournament } from "./acts";
import type { TournamentModel } from "./model";
import { t } from "./words";

const BOTS_MAX = 64;

export function Hosting({ model, tournament }: { model: TournamentModel; tournament: Tournament }) {
  const { status } = tournament;
  if (status === "over") return null;
  return (
    <section class="panel hosting">
      <h2>{t("host.title")}</h2>
      {(status === "open" || status === "running") && <Bots model={model} tournament={tournament} />}
      <Course model={model} tournament={tournament} />
    </section>
  );
}

function Bots({ model, tournament }: { model: TournamentModel; tournament: Tournament }) {
  const [levels, setLevels] = useState<readonly Schemas["Bot"][]>([]);
  const [level, setLevel] = useState("level1");
  const [count, setCount] = useState(1);
  const [isChallenger, setChallenger] = useState(false);
  useEffect(() => {
    answered(http.GET("/v1/bots")).then(
      ({ bots }) => setLevels(bots),
      (wrong: unknown) => {
        model.trouble.value = knownOnly(wrong);
      },
    );
  }, []);
  const send = (event: Event) => {
    event.preventDefault();
    void model.attempt(addBots(tournament.id, { level, count, rating: 0, is_challenger: isChallenger }));
  };
  return (
    <form class="row" onSubmit={send}>
      <label>
        {t("host.level")}
        <select value={level} onChange={(e) => setLevel(e.currentTarget.value)}>
          {levels.map((bot) => (
            <option key={bot.level} value={bot.level}>
              {botName(bot.level)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("host.count")}
        <input
          type="number"
          min={1}
          max={BOTS_MAX}
          value={count}
          onInput={(e) => setCount(e.currentTarget.valueAsNumber)}
        />
      </label>
      {tournament.config.format === "gauntlet" && (
        <label class="check">
          <input
            type="checkbox"
            checked={isChallenger}
            onChange={(e) => setChallenger(e.currentTarget.checked)}
          />
          {t("host.challenger")}
        </label>
      )}
      <button type="submit">{t("host.add_bots")}</button>
    </form>
  );
}

/** Beginning, halting, going on, ending. */
function Course({ model, tournament }: { model: TournamentModel; tournament: Tournament }) {
  const [reason, setReason] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const { id, status } = tournament;
  const act = (wish: Promise<Tournament>) => {
    void model.attempt(wish).then((isGranted) => {
      if (isGranted) setReason("");
    });
  };
  return (
    <div class="row">
      {status === "open" && (
        <button type="button" class="primary" onClick={() => act(start(id))}>
          {t("host.start")}
        </button>
      )}
      {status !== "open" && (
        <label>
          {t("host.reason")}
          <input value={reason} maxLength={200} onInput={(e) => setReason(e.currentTarget.value)} />
        </label>
      )}
      {status === "running" && (
        <button type="button" onClick={() => act(pause(id, reason))}>
          {t("host.pause")}
        </button>
      )}
      {status === "paused" && (
        <button type="button" class="primary" onClick={() => act(resume(id, reason))}>
          {t("host.resume")}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        {t("host.finish")}
      </button>
      <dialog ref={dialog} aria-labelledby="finish-title">
        <h2 id="finish-title">{t("host.finish_title")}</h2>
        <p>{t("host.finish_text")}</p>
        <form method="dialog" class="row">
          <button type="submit" class="danger" onClick={() => act(finish(id, reason))}>
            {t("host.finish")}
          </button>
          <button type="submit" class="quiet">
            {t("host.go_on")}
          </button>
        </form>
      </dialog>
    </div>
  );
}

/** Takes an entrant out, asked twice. */
export function Removing({ model, line, name }: { model: TournamentModel; line: Standing; name: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  if (line.is_withdrawn) return null;
  const title = `remove-${line.entrant}`;
  return (
    <>
      <button type="button" class="quiet small" onClick={() => dialog.current?.showModal()}>
        {t("host.remove")}
        <span class="hidden">: {name}</span>
      </button>
      <dialog ref={dialog} aria-labelledby={title}>
        <h2 id={title}>{t("host.remove_title", { name })}</h2>
        <form method="dialog" class="row">
          <button
            type="submit"
            class="danger"
            onClick={() => void model.attempt(remove(model.id, line.entrant))}
          >
            {t("host.remove")}
          </button>
          <button type="submit" class="quiet">
            {t("host.keep")}
          </button>
        </form>
      </dialog>
    </>
  );
}
