/** Fields of a form: the game's own options, in the server's words where the page has none. */

import type { Schemas } from "../api/client";
import { said } from "../words";
import { ChoiceField } from "./field";
import { t } from "./settings";

export type Options = Readonly<Record<string, unknown>>;

interface Props {
  game: Schemas["Game"] | undefined;
  seats: number;
  chosen: Options;
  set: (chosen: Options) => void;
}

export function OptionFields({ game, seats, chosen, set }: Props) {
  const options = optionsFor(game, seats).map((each) => ({ ...each, values: choicesOf(each.choices) }));
  const shown = options.filter((each) => each.values.length > 0);
  if (shown.length === 0) return null;
  return (
    <fieldset class="panel">
      <legend>{t("field.options")}</legend>
      {shown.map((option) => (
        <ChoiceField
          key={option.name}
          label={said("settings", `option.${option.name}`) ?? option.name.replaceAll("_", " ")}
          hint={said("settings", `option_text.${option.name}`) ?? option.text}
          value={JSON.stringify(chosen[option.name] ?? option.default)}
          set={(value) => set({ ...chosen, [option.name]: JSON.parse(value) as unknown })}
          choices={option.values.map((value) => [JSON.stringify(value), inWords(value)] as const)}
        />
      ))}
    </fieldset>
  );
}

/** The options that a table of this size has. */
function optionsFor(game: Schemas["Game"] | undefined, seats: number) {
  return (game?.options ?? []).filter((each) => each.seats.length === 0 || each.seats.includes(seats));
}

/** What was chosen, less what a table of this size doesn't have: it may have been another one meanwhile. */
export function chosenFor(game: Schemas["Game"] | undefined, seats: number, chosen: Options): Options {
  const names = new Set(optionsFor(game, seats).map((each) => each.name));
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => names.has(name)));
}

function choicesOf(choices: unknown): readonly unknown[] {
  return Array.isArray(choices) ? choices : [];
}

function inWords(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "flag.yes" : "flag.no");
  return String(value).replaceAll("_", " ");
}
