import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { type Dictionary, fill, LANGUAGES, type Language, type Message } from ".";

const files = import.meta.glob<Dictionary>("./*/*.ts", { import: "default", eager: true });
const languages = Object.keys(LANGUAGES) as Language[];
/** The texts of pieces are in English in the catalogs alone: `tests/deploy/test_wording.py` compares the two. */
const parts = [...new Set(Object.keys(files).map((path) => path.split("/")[2] ?? ""))].filter(
  (part) => !part.endsWith("_pieces.ts"),
);

function dictionary(language: Language, part: string): Dictionary {
  const found = files[`./${language}/${part}`];
  expect(found, `${language} has no file ${part}`).toBeDefined();
  return found ?? {};
}

function placeholders(message: Message): string[] {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  return [
    ...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ""))),
  ].sort();
}

test.each(parts)("every language says everything of %s, with the same values in it", (part) => {
  const english = dictionary("en", part);
  for (const language of languages) {
    const other = dictionary(language, part);
    expect(Object.keys(other).sort(), language).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english)) {
      expect(placeholders(other[key] ?? ""), `${language} ${key}`).toEqual(placeholders(message));
    }
  }
});

test.each(parts)("every message of %s that counts has all forms of its language", (part) => {
  for (const language of languages) {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, message] of Object.entries(dictionary(language, part))) {
      if (typeof message !== "string")
        expect(Object.keys(message).sort(), `${language} ${key}`).toEqual(forms);
    }
  }
});

const ROOT = join(__dirname, "..");

/** The paths of the page's own source, without its words. */
function sources(): string[] {
  const paths = readdirSync(ROOT, { recursive: true }).map(String);
  return paths.filter(
    (path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts") && !path.startsWith("words/"),
  );
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Parts whose keys stand in the source; a game's come from the server's actions and events. */
const OWN_PARTS = parts.filter((part) => !["roll.ts", "race.ts", "tiny_epic.ts"].includes(part));

test.each(OWN_PARTS)("no message of %s is left that nobody says", (part) => {
  const source = sources().map(textOf).join("\n");
  const unused = Object.keys(dictionary("en", part)).filter((key) => {
    const start = key.slice(0, key.lastIndexOf(".") + 1);
    return !source.includes(`"${key}"`) && !source.includes(`\`${start}\${`);
  });
  expect(unused).toEqual([]);
});

/** Attributes that are read out or shown. */
const SAID = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);
/** The same in every language. */
const NAMES = new Set(["Astrarium"]);

/** What an element says by itself, without any words of a language. */
function saidIn(node: ts.Node): string {
  if (ts.isJsxText(node)) return node.text.trim();
  if (ts.isJsxAttribute(node) && SAID.has(node.name.getText()) && node.initializer) {
    return ts.isStringLiteral(node.initializer) ? node.initializer.text : saidIn(node.initializer);
  }
  if (!ts.isJsxExpression(node) || node.expression === undefined) return "";
  if (ts.isJsxAttribute(node.parent) && !SAID.has(node.parent.name.getText())) return "";
  if (ts.isStringLiteralLike(node.expression)) return node.expression.text;
  if (!ts.isTemplateExpression(node.expression)) return "";
  const { head, templateSpans } = node.expression;
  return [head.text, ...templateSpans.map((span) => span.literal.text)].join(" ");
}

function saidUnder(node: ts.Node): string[] {
  const said: string[] = [];
  ts.forEachChild(node, (child) => void said.push(...saidUnder(child)));
  return [saidIn(node), ...said];
}

test.each(sources().filter((path) => path.endsWith(".tsx")))(
  "%s says nothing but words of a language",
  (path) => {
    const tree = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    expect(saidUnder(tree).filter((text) => /\p{L}{2}/u.test(text) && !NAMES.has(text))).toEqual([]);
  },
);

test("numbers and plural forms are the language's own", () => {
  const message = {
    one: "{count} partia",
    few: "{count} partie",
    many: "{count} partii",
    other: "{count} partii",
  };
  const said = [1, 2, 5, 22, 1000].map((count) => fill(message, { count }, "pl"));
  expect(said.map((text) => text.replace(/\s/g, " "))).toEqual([
    "1 partia",
    "2 partie",
    "5 partii",
    "22 partie",
    "1000 partii",
  ]);
});

test("a value that looks like a placeholder stays what it is", () => {
  expect(fill("{name} says {text}", { name: "{text}", text: "hi" }, "en")).toBe("{text} says hi");
});
