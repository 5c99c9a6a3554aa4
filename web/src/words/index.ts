/** What the page says, in the reader's language: whole sentences, plural forms by the language's own rules. */

import { signal } from "@preact/signals";
import en from "./en/page";

export type Plural = Partial<Record<Intl.LDMLPluralRule, string>>;
export type Message = string | Plural;
export type Dictionary = Readonly<Record<string, Message>>;
export type Params = Readonly<Record<string, string | number>>;
export type Key = keyof typeof en;

export const LANGUAGES = { en: "English", de: "Deutsch", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;
/** Parts that are loaded when they are needed; `page` is what every page has. */
export type Part =
  | "page"
  | "roll"
  | "race"
  | "tiny_epic"
  | "roll_pieces"
  | "race_pieces"
  | "tiny_epic_pieces"
  | "settings"
  | "tables"
  | "tournaments"
  | "players"
  | "pieces"
  | "account"
  | "analysis"
  | "decisions";

const CHOSEN = "astrarium.language";
const files = import.meta.glob<Dictionary>("./*/*.ts", { import: "default" });

export const language = signal<Language>("en");
const loaded = signal<Readonly<Record<string, Dictionary>>>({ "en/page": en });
const parts = new Set<Part>(["page"]);

/** Chooses the language: what the reader chose before, else what the browser prefers. */
export async function begin(): Promise<void> {
  const wished = [localStorage.getItem(CHOSEN), ...navigator.languages.map((each) => each.slice(0, 2))];
  await speak(wished.find(isLanguage) ?? "en");
}

export async function choose(wished: Language): Promise<void> {
  localStorage.setItem(CHOSEN, wished);
  await speak(wished);
}

/** Loads the words of a part in the present language, and in every one chosen later. */
export async function learn(part: Part): Promise<void> {
  parts.add(part);
  await Promise.all([load("en", part), load(language.value, part)]);
}

async function speak(wished: Language): Promise<void> {
  await Promise.all([...parts].map((part) => load(wished, part)));
  language.value = wished;
  document.documentElement.lang = wished;
}

async function load(of: Language, part: Part): Promise<void> {
  const name = `${of}/${part}`;
  const file = files[`./${name}.ts`];
  if (name in loaded.value || file === undefined) return;
  const dictionary = await file();
  loaded.value = { ...loaded.value, [name]: dictionary };
}

/** Says something of the page itself. */
export function t(key: Key, params: Params = {}): string {
  return said("page", key, params) ?? key;
}

/** Says something of a part, or nothing if it has no words for it. */
export function said(part: Part, key: string, params: Params = {}): string | null {
  const message = loaded.value[`${language.value}/${part}`]?.[key] ?? loaded.value[`en/${part}`]?.[key];
  return message === undefined ? null : fill(message, params, language.value);
}

/** Returns how to say what a part has words for, once they are learnt. */
export function sayer<PartKey extends string>(part: Part): (key: PartKey, params?: Params) => string {
  return (key, params = {}) => said(part, key, params) ?? key;
}

const numbersOf = once((of) => new Intl.NumberFormat(of));
const pluralsOf = once((of) => new Intl.PluralRules(of));

/** Puts the parameters into a message; `count` chooses the plural form, numbers are written as the reader does. */
export function fill(message: Message, params: Params, of: Language): string {
  const form = typeof message === "string" ? message : pluralOf(message, Number(params.count ?? 0), of);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? numbersOf(of).format(value) : value;
  });
}

function pluralOf(message: Plural, count: number, of: Language): string {
  return message[pluralsOf(of).select(count)] ?? message.other ?? "";
}

/** To make one takes longer than to say hundreds of sentences by it. */
function once<T>(make: (of: Language) => T): (of: Language) => T {
  const made = new Map<Language, T>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(language.value, { type: "conjunction" }).format(items);
}

function isLanguage(value: string | null): value is Language {
  return value !== null && value in LANGUAGES;
}
