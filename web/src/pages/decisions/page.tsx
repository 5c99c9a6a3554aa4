/** For those who write bots: every decision of a seat in a finished match, with the JSON asked and answered. */

import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { Loaded } from "../../parts/loaded";
import { titleOf } from "../../parts/match-card";
import { seatName } from "../../parts/seats";
import { useTitle } from "../../parts/title";
import { sayer } from "../../words";
import type english from "../../words/en/decisions";
import { type Answer, asked, type Played, play, type RefusedSubmission } from "./answers";

const t = sayer<keyof typeof english>("decisions");
const INDENT = 2;

export function DecisionsPage() {
  const { params } = useRoute();
  const id = params.id ?? "";
  useTitle(t("title"));
  return (
    <div class="page">
      <h1>{t("title")}</h1>
      <p class="soft">{t("lead")}</p>
      <p>
        <a href={`/matches/${id}`}>{t("match")}</a>
      </p>
      <Loaded of={id} load={() => play(id)}>
        {(played) => <Seat id={id} played={played} />}
      </Loaded>
    </div>
  );
}

function Seat({ id, played }: { id: string; played: Played }) {
  const { path, query, route } = useLocation();
  const { match, answers, refusals } = played;
  const wished = Number(query.seat ?? match.own_seats[0] ?? 0);
  const seat = match.seats[wished] === undefined ? 0 : wished;
  const own = answers.filter((each) => each.seat === seat);
  return (
    <section class={`of-${match.game}`}>
      <h2>{titleOf(match.game)}</h2>
      <div class="row">
        <label>
          {t("seat")}{" "}
          <select value={seat} onChange={(e) => route(`${path}?seat=${e.currentTarget.value}`, true)}>
            {match.seats.map((_, place) => (
              <option key={place} value={place}>
                {place + 1} {seatName(match, place)}
              </option>
            ))}
          </select>
        </label>
        <span class="soft">{t("count", { count: own.length })}</span>
      </div>
      {match.own_seats.includes(seat) && <Refusals refusals={refusals} />}
      <ol class="decisions">
        {own.map((answer) => (
          <li key={answer.version}>
            <Decision id={id} answer={answer} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Of the reader's own submissions: others' are nobody's business. */
function Refusals({ refusals }: { refusals: readonly RefusedSubmission[] }) {
  if (refusals.length === 0) return <p class="soft">{t("refused.none")}</p>;
  return (
    <details>
      <summary>{t("refused.count", { count: refusals.length })}</summary>
      <ol class="decisions">
        {refusals.map((each) => (
          <li key={`${each.at_ms} ${each.version} ${each.actions.join()}`}>
            <p>
              <span class="number">{each.version}</span> <b>{each.error}</b>{" "}
              <span lang="en">{each.detail}</span>
            </p>
            <Json value={each} label={t("refused.submission")} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Decision({ id, answer }: { id: string; answer: Answer }) {
  const [isOpen, setOpen] = useState(false);
  const { seat, version, notation, afterMs } = answer;
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        <span class="number">{version}</span> <code>{notation}</code>{" "}
        <span class="soft">{t("after", { ms: afterMs })}</span>
      </summary>
      {isOpen && (
        <>
          <p>
            <a href={`/matches/${id}?at=${version}&seat=${seat}`}>{t("moment")}</a>
          </p>
          <h3>{t("asked")}</h3>
          <Loaded of={`${id} ${seat} ${version}`} load={() => asked(id, answer)}>
            {(view) => <Json value={view} label={t("asked")} />}
          </Loaded>
          <h3>{t("answered")}</h3>
          <Json value={{ version, seat, action: notation }} label={t("answered")} />
        </>
      )}
    </details>
  );
}

function Json({ value, label }: { value: unknown; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by key
    <section class="json" aria-label={label} tabIndex={0}>
      <pre>{JSON.stringify(value, null, INDENT)}</pre>
    </section>
  );
}
