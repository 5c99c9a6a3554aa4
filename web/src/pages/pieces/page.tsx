/** All pieces of a game in our words, with search and filters; every piece at a table leads here. */

import { useEffect, useRef } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { isGame, type LoadedGame, loadGame, type Piece } from "../../games/game";
import { Loaded } from "../../parts/loaded";
import { titleOf } from "../../parts/match-card";
import { PieceText } from "../../parts/reader";
import { useTitle } from "../../parts/title";
import { said } from "../../words";
import { MissingPage } from "../missing";
import { ANY, find, shownOf, valuesOf, type Wish } from "./find";
import { t } from "./words";

const GAMES = ["roll", "race", "tiny_epic"] as const;

export function PiecesPage() {
  const { params } = useRoute();
  const game = params.game ?? GAMES[0];
  if (!isGame(game)) return <MissingPage />;
  return (
    <div class="page">
      <h1>{t("pieces.title")}</h1>
      <nav class="row" aria-label={t("pieces.games")}>
        {GAMES.map((each) => (
          <a key={each} href={`/pieces/${each}`} aria-current={each === game ? "page" : undefined}>
            {titleOf(each)}
          </a>
        ))}
      </nav>
      <Loaded of={game} load={() => loadGame(game)}>
        {(loaded) => <Catalog loaded={loaded} />}
      </Loaded>
    </div>
  );
}

function Catalog({ loaded }: { loaded: LoadedGame }) {
  const { path, query, route } = useLocation();
  const { game, title, pieces } = loaded.lexicon;
  useTitle(`${t("pieces.title")}: ${title}`);
  const all = shownOf(pieces.values());
  const wish: Wish = { ...ANY, ...query };
  // What is looked for stands in the address, so that a link leads to it.
  const set = (part: Partial<Wish>) => {
    const next = Object.entries({ ...wish, ...part }).filter(([name, value]) => name in ANY && value !== "");
    const asked = new URLSearchParams(next).toString();
    route(asked === "" ? path : `${path}?${asked}`, true);
  };
  const found = find(all, wish);
  const wordOf = (value: string) => said(game, `value.${value}`) ?? value.replaceAll("_", " ");
  const choices = [
    { name: "kind", values: valuesOf(all, (piece) => piece.kind), wordOf: kindOf },
    { name: "color", values: valuesOf(all, (piece) => piece.color), wordOf },
    { name: "cost", values: valuesOf(all, (piece) => piece.cost), wordOf: String },
  ] as const;
  return (
    <>
      <h2>{title}</h2>
      <search class="row filters">
        <div>
          <label for="piece-words">{t("pieces.search")}</label>
          <input
            id="piece-words"
            type="search"
            value={wish.words}
            onInput={(e) => set({ words: e.currentTarget.value })}
          />
        </div>
        {choices.map(
          ({ name, values, wordOf: word }) =>
            values.length > 1 && (
              <div key={name}>
                <label for={`piece-${name}`}>{t(`pieces.${name}`)}</label>
                <select
                  id={`piece-${name}`}
                  value={wish[name]}
                  onChange={(e) => set({ [name]: e.currentTarget.value })}
                >
                  <option value="">{t("pieces.any")}</option>
                  {values.map((value) => (
                    <option key={value} value={value}>
                      {word(value)}
                    </option>
                  ))}
                </select>
              </div>
            ),
        )}
      </search>
      <p role="status">{t("pieces.found", { count: found.length })}</p>
      <ul class="pieces">
        {found.map((piece) => (
          <Entry
            key={`${piece.kind} ${piece.id}`}
            piece={piece}
            wordOf={wordOf}
            isAsked={query.piece === piece.id}
          />
        ))}
      </ul>
    </>
  );
}

function kindOf(kind: string): string {
  return said("pieces", `kind.${kind}`) ?? kind.replaceAll("_", " ");
}

interface EntryProps {
  piece: Piece;
  wordOf: (value: string) => string;
  /** Whether the address names it. */
  isAsked: boolean;
}

function Entry({ piece, wordOf, isAsked }: EntryProps) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: "center" });
  }, [isAsked]);
  const facts = [kindOf(piece.kind), ...(piece.color === null ? [] : [wordOf(piece.color)])];
  return (
    <li ref={place} class={`panel piece-entry${isAsked ? " asked-for" : ""}`}>
      <PieceText piece={piece} />
      <p class="soft">{facts.join(" · ")}</p>
    </li>
  );
}
