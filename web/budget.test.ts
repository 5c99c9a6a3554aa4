import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Chunk, measured } from "./budget.ts";

const GAMES = ["roll", "race", "tiny_epic"];
const WORDS = [
  ...["page", ...GAMES].flatMap((part) => ["en", "de", "pl"].map((of) => `words/${of}/${part}.ts`)),
  ...GAMES.flatMap((game) => ["de", "pl"].map((of) => `words/${of}/${game}_pieces.ts`)),
];

function script(path: string, imports: readonly string[] = [], bytes = 0): Chunk {
  const code = randomBytes(bytes).toString("latin1");
  return {
    fileName: path,
    name: path,
    facadeModuleId: `/x/src/${path}`,
    isEntry: path === "main.tsx",
    imports,
    code,
  };
}

function page(...more: readonly Chunk[]): Map<string, Chunk> {
  const games = GAMES.map((game) => script(`games/${game}/index.ts`, ["shared.ts"]));
  const words = WORDS.map((path) => script(path));
  const all = [
    script("main.tsx"),
    script("pages/match.tsx"),
    script("shared.ts"),
    ...games,
    ...words,
    ...more,
  ];
  return new Map(all.map((each) => [each.fileName, each]));
}

function tooLarge(chunks: Map<string, Chunk>): string[] {
  return measured(chunks).flatMap(({ name, bytes, most }) => (bytes > most ? [name] : []));
}

test("a small page keeps within the budget", () => {
  expect(tooLarge(page())).toEqual([]);
});

test("what the first script imports counts for the first page, and for no table", () => {
  expect(tooLarge(page(script("main.tsx", ["large.ts"]), script("large.ts", [], 65_000)))).toEqual([
    "the first page",
  ]);
});

test("what tables share counts for each of them", () => {
  const tables = GAMES.map((game) => `the table of ${game}`);
  expect(tooLarge(page(script("shared.ts", [], 65_000)))).toEqual(tables);
});

test("the texts of pieces count for their game's table, in the longest language", () => {
  const texts = page(script("words/pl/race_pieces.ts", [], 65_000));
  expect(tooLarge(texts)).toEqual(["the table of race"]);
});

test("a page beside the games has the same bound", () => {
  expect(tooLarge(page(script("pages/players/index.ts", [], 65_000)))).toEqual(["pages/players/index.ts"]);
});
