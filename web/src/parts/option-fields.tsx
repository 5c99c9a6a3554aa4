/** Fields of a form: the game's own options, in the server's words where the page has none. */

import type { Schemas } from "../api/client";
import { said } from "../words";
import { ChoiceField } from "./field";
import { t } from "./settings";

export type Options = Readonly<Record<string, unknown>>;

interface Props {
  game: Schemas["Game"] | undefined;
  chosen: Options;
  set: (chosen: Options) => void;
}

export function OptionFields({ game, chosen, set }: Props) {
  const options = (game?.options ?? []).map((each) => ({ ...each, values: choicesOf(each.choices) }));
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

function choicesOf(choices: unknown): readonly unknown[] {
  return Array.isArray(choices) ? choices : [];
}

function inWords(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "flag.yes" : "flag.no");
  return String(value).replaceAll("_", " ");
}
