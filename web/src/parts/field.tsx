/** Fields of a form: each with its name and, where that isn't enough, a sentence on what it is for. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Named {
  label: string;
  hint?: string | undefined;
}

interface ValueProps<T> extends Named {
  value: T;
  set: (value: T) => void;
}

/** What ties a control to its name and hint. */
interface Tied {
  id: string;
  "aria-describedby": string | undefined;
}

function Field({ label, hint, draw }: Named & { draw: (tied: Tied) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {draw({ id, "aria-describedby": hint === undefined ? undefined : `${id}-hint` })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="soft">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({
  value,
  set,
  isRequired = false,
  charsMax = 200,
  placeholder,
  ...named
}: ValueProps<string> & { isRequired?: boolean; charsMax?: number; placeholder?: string }) {
  return (
    <Field
      {...named}
      draw={(tied) => (
        <input
          {...tied}
          value={value}
          required={isRequired}
          maxLength={charsMax}
          placeholder={placeholder}
          autocomplete="off"
          onInput={(e) => set(e.currentTarget.value)}
        />
      )}
    />
  );
}

export function NumberField({
  value,
  set,
  min,
  max,
  ...named
}: ValueProps<number> & { min: number; max: number }) {
  return (
    <Field
      {...named}
      draw={(tied) => (
        <input
          {...tied}
          type="number"
          required
          min={min}
          max={max}
          value={Number.isNaN(value) ? "" : value}
          onInput={(e) => set(e.currentTarget.valueAsNumber)}
        />
      )}
    />
  );
}

export function ChoiceField<T extends string>({
  value,
  set,
  choices,
  langOf,
  ...named
}: ValueProps<T> & {
  choices: readonly (readonly [T, string])[];
  /** In which language a choice is named, where that is not the page's. */
  langOf?: (value: T) => string;
}) {
  return (
    <Field
      {...named}
      draw={(tied) => (
        <select
          {...tied}
          value={value}
          onChange={(e) => set(choices[e.currentTarget.selectedIndex]?.[0] ?? value)}
        >
          {choices.map(([each, name]) => (
            <option key={each} value={each} lang={langOf?.(each)}>
              {name}
            </option>
          ))}
        </select>
      )}
    />
  );
}

export function FlagField({ label, hint, value, set }: ValueProps<boolean>) {
  const id = useId();
  return (
    <div class="form-field">
      <label class="check">
        <input
          type="checkbox"
          checked={value}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(e) => set(e.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p id={id} class="soft">
          {hint}
        </p>
      )}
    </div>
  );
}
