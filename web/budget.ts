/** How much script a page may need: the build fails where one needs more. Sizes are those that browsers get. */

import { brotliCompressSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

const KB = 1024;
/** The first page, with a language. */
const FIRST_MAX = 60 * KB;
/** What any other page needs beyond that: a game's table, with its words, most of all. */
const FURTHER_MAX = 60 * KB;
const GAMES = ["roll", "race", "tiny_epic"];

export type Chunk = Pick<Rollup.OutputChunk, "fileName" | "name" | "facadeModuleId" | "isEntry" | "code"> & {
  readonly imports: readonly string[];
};
type Chunks = ReadonlyMap<string, Chunk>;

export function budget(): Plugin {
  return {
    name: "budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const each of Object.values(bundle)) if (each.type === "chunk") chunks.set(each.fileName, each);
      for (const { name, bytes, most } of measured(chunks)) {
        const told = `scripts of ${name}: ${(bytes / KB).toFixed(1)} KB compressed, at most ${most / KB} KB`;
        if (bytes > most) this.error(told);
        else this.info(told);
      }
    },
  };
}

export interface Measured {
  readonly name: string;
  readonly bytes: number;
  readonly most: number;
}

/** What the first page, each table and each other page need. */
export function measured(chunks: Chunks): Measured[] {
  const entry = [...chunks.values()].find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error("the page has no first script");
  const first = closure(chunks, [entry.fileName]);
  const language = largest(chunks, "page");
  const further = (files: Iterable<string>) => new Set([...files].filter((file) => !first.has(file)));
  const tables = GAMES.map((game) => {
    const files = closure(chunks, [
      fileOf(chunks, "pages/match.tsx"),
      fileOf(chunks, `games/${game}/index.ts`),
    ]);
    return {
      name: `the table of ${game}`,
      bytes: size(chunks, further(files)) + words(chunks, game) + largest(chunks, `${game}_pieces`),
      most: FURTHER_MAX,
    };
  });
  const pages = [...chunks.values()].filter(
    (chunk) => isUnder(chunk, "pages/") && !isUnder(chunk, "pages/match"),
  );
  const others = pages.map((chunk) => ({
    name: chunk.name,
    bytes: size(chunks, further(closure(chunks, [chunk.fileName]))),
    most: FURTHER_MAX,
  }));
  return [
    { name: "the first page", bytes: size(chunks, first) + language, most: FIRST_MAX },
    ...tables,
    ...others,
  ];
}

/** A part's words in English, to which others fall back, and in the longest other language. */
function words(chunks: Chunks, part: string): number {
  return size(chunks, [fileOf(chunks, `words/en/${part}.ts`)]) + largest(chunks, part);
}

function largest(chunks: Chunks, part: string): number {
  return Math.max(
    ...["de", "pl"].map((language) => size(chunks, [fileOf(chunks, `words/${language}/${part}.ts`)])),
  );
}

function isUnder(chunk: Chunk, path: string): boolean {
  return chunk.facadeModuleId?.includes(`/src/${path}`) ?? false;
}

function fileOf(chunks: Chunks, path: string): string {
  const chunk = [...chunks.values()].find((each) => each.facadeModuleId?.endsWith(`/src/${path}`));
  if (chunk === undefined) throw new Error(`no script begins with ${path}`);
  return chunk.fileName;
}

/** The scripts that these load before they run, themselves included. */
function closure(chunks: Chunks, files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...(chunks.get(file)?.imports ?? []));
  }
  return found;
}

const sizes = new WeakMap<Chunk, number>();

function sizeOf(chunk: Chunk): number {
  const known = sizes.get(chunk) ?? brotliCompressSync(chunk.code).length;
  sizes.set(chunk, known);
  return known;
}

function size(chunks: Chunks, files: Iterable<string>): number {
  return [...files].reduce((sum, file) => {
    const chunk = chunks.get(file);
    return chunk === undefined ? sum : sum + sizeOf(chunk);
  }, 0);
}
