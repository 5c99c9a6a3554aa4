/** Who stands where, and why: points, then the tie-breaks in the host's order. */

import type { ComponentChildren } from "preact";
import { Scrolls } from "../../parts/scrolls";
import type { Standing, Tournament } from "./acts";
import { type NameOf, written } from "./names";
import { t } from "./words";

interface Props {
  tournament: Tournament;
  nameOf: NameOf;
  own: string | undefined;
  /** What the host can do with an entrant. */
  act?: ((line: Standing) => ComponentChildren) | undefined;
}

export function Standings({ tournament, nameOf, own, act }: Props) {
  const { standings, config } = tournament;
  if (standings.length === 0) return <p class="soft">{t("standings.nobody")}</p>;
  return (
    <>
      <Scrolls label={t("standings.title")}>
        <table class="figures-table">
          <thead>
            <tr>
              <th scope="col">{t("standings.rank")}</th>
              <th scope="col">{t("standings.name")}</th>
              <th scope="col">{t("standings.points")}</th>
              <th scope="col">{t("standings.tables")}</th>
              <th scope="col">{t("standings.byes")}</th>
              {config.tie_breaks.map((each) => (
                <th key={each} scope="col">
                  {t(`tie.${each}`)}
                </th>
              ))}
              <th scope="col">{t("standings.rating")}</th>
              {act && (
                <th scope="col">
                  <span class="hidden">{t("host.title")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {standings.map((line) => (
              <tr key={line.entrant} class={lineClass(line, own)}>
                <td>{line.rank}</td>
                <th scope="row">
                  {nameOf(line.entrant)}
                  {line.entrant === own && <span class="mark">{t("standings.you")}</span>}
                  {line.is_set_aside && <span class="mark quiet">{t("standings.aside")}</span>}
                  {line.is_withdrawn && <span class="mark quiet">{t("standings.withdrawn")}</span>}
                </th>
                <td>
                  <b>{written(line.points)}</b>
                </td>
                <td>{line.tables}</td>
                <td>{line.byes}</td>
                {config.tie_breaks.map((each) => (
                  <td key={each}>{tieBreakOf(line, each)}</td>
                ))}
                <td>{written(line.rating, 1)}</td>
                {act && <td>{act(line)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <details>
        <summary>{t("standings.how")}</summary>
        <ol class="explained">
          <li>
            <b>{t("standings.points")}</b> {t("standings.points_text")}
          </li>
          {config.tie_breaks.map((each) => (
            <li key={each}>
              <b>{t(`tie.${each}`)}</b> {t(`tie_text.${each}`)}
            </li>
          ))}
          <li>{t("standings.equal")}</li>
        </ol>
      </details>
    </>
  );
}

function lineClass(line: Standing, own: string | undefined): string | undefined {
  if (line.is_withdrawn) return "gone";
  return line.entrant === own ? "own" : undefined;
}

function tieBreakOf(line: Standing, tieBreak: Tournament["config"]["tie_breaks"][number]): string {
  if (tieBreak === "places") return line.places.join(" · ");
  const value = line[tieBreak];
  return value === null ? "–" : written(value);
}
