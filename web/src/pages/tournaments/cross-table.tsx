/** The cross table: each line says how an entrant did against each other. */

import { Scrolls } from "../../parts/scrolls";
import type { Tournament } from "./acts";
import { markOf, meetingsOf } from "./cross";
import { type NameOf, written } from "./names";
import { t } from "./words";

/** A larger one is unreadable, and the exports have it. */
export const ENTRANTS_MAX = 64;

export function CrossTable({ tournament, nameOf }: { tournament: Tournament; nameOf: NameOf }) {
  const { standings } = tournament;
  const meetings = meetingsOf(tournament);
  if (standings.length > ENTRANTS_MAX) return <p class="soft">{t("cross.large", { count: ENTRANTS_MAX })}</p>;
  if (meetings.size === 0) return <p class="soft">{t("cross.nothing")}</p>;
  return (
    <>
      <Scrolls label={t("cross.title")}>
        <table class="figures-table cross">
          <thead>
            <tr>
              <th scope="col">{t("standings.rank")}</th>
              <th scope="col">{t("standings.name")}</th>
              {standings.map((line, place) => (
                <th key={line.entrant} scope="col" title={nameOf(line.entrant)}>
                  <span aria-hidden="true">{place + 1}</span>
                  <span class="hidden">{nameOf(line.entrant)}</span>
                </th>
              ))}
              <th scope="col">{t("standings.points")}</th>
            </tr>
          </thead>
          <tbody>
            {standings.map((line, place) => (
              <tr key={line.entrant}>
                <td>{place + 1}</td>
                <th scope="row">{nameOf(line.entrant)}</th>
                {standings.map((other) => {
                  const cell = meetings.get(line.entrant)?.get(other.entrant) ?? [];
                  return (
                    <td key={other.entrant} class={other === line ? "self" : undefined}>
                      {cell.map(markOf).join(" ")}
                    </td>
                  );
                })}
                <td>
                  <b>{written(line.points)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <p class="soft">{t("cross.legend")}</p>
    </>
  );
}
