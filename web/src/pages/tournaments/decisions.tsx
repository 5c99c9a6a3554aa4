/** What the host decided, for everybody to read. */

import { language } from "../../words";
import type { Tournament } from "./acts";
import type { NameOf } from "./names";
import { t } from "./words";

type Decision = Tournament["audit"][number];

export function Decisions({ tournament, nameOf }: { tournament: Tournament; nameOf: NameOf }) {
  if (tournament.audit.length === 0) return null;
  return (
    <section>
      <h2>{t("decisions.title")}</h2>
      <ol class="decisions">
        {tournament.audit.map((each) => (
          <li key={`${each.at_ms} ${each.kind}`} class="panel">
            <p>
              <time class="soft" dateTime={new Date(each.at_ms).toISOString()}>
                {new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(
                  each.at_ms,
                )}
              </time>{" "}
              <b>{each.by}</b> {sentenceOf(each)}
            </p>
            {each.kind === "corrected" && <p>{resultOf(tournament, each, nameOf)}</p>}
            <p class="soft">{t("decisions.reason", { reason: each.reason })}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function sentenceOf(each: Decision): string {
  if (each.kind !== "corrected") return t(`decisions.${each.kind}`);
  return t("decisions.corrected", { round: each.round ?? 0, table: (each.table ?? 0) + 1 });
}

function resultOf(tournament: Tournament, each: Decision, nameOf: NameOf): string {
  const table = tournament.rounds[(each.round ?? 0) - 1]?.tables[each.table ?? 0];
  const seats = table?.boards.find((board) => board.board === each.board)?.seats ?? table?.seats ?? [];
  const written = (ranks: readonly number[] | undefined) =>
    seats
      .map((entrant, seat) => `${nameOf(entrant)} ${t("table.rank", { rank: ranks?.[seat] ?? 0 })}`)
      .join(", ");
  const now = written(each.ranks);
  return each.before ? t("decisions.before", { now, before: written(each.before.ranks) }) : now;
}
