/** Fields of a form: the clock, and what becomes of whoever is absent. */

import { ChoiceField, NumberField } from "./field";
import { type TimeDraft, t } from "./settings";

interface Props {
  draft: TimeDraft;
  set: (part: Partial<TimeDraft>) => void;
}

export function TimeFields({ draft, set }: Props) {
  return (
    <>
      <ChoiceField
        label={t("field.clock")}
        hint={t(`clock_text.${draft.clock}`)}
        value={draft.clock}
        set={(clock) => set({ clock })}
        choices={(["bank", "decision", "none"] as const).map(
          (each) => [each, t(`clock_kind.${each}`)] as const,
        )}
      />
      {draft.clock === "bank" && (
        <>
          <NumberField
            label={t("field.bank")}
            value={draft.bankMinutes}
            set={(bankMinutes) => set({ bankMinutes })}
            min={1}
            max={1440}
          />
          <NumberField
            label={t("field.increment")}
            value={draft.incrementSeconds}
            set={(incrementSeconds) => set({ incrementSeconds })}
            min={0}
            max={3600}
          />
        </>
      )}
      {draft.clock === "decision" && (
        <NumberField
          label={t("field.decision")}
          value={draft.decisionSeconds}
          set={(decisionSeconds) => set({ decisionSeconds })}
          min={1}
          max={86_400}
        />
      )}
      <ChoiceField
        label={t("field.absence")}
        value={draft.absence}
        set={(absence) => set({ absence })}
        choices={(["forfeit", "substitute"] as const).map((each) => [each, t(`absence.${each}`)] as const)}
      />
    </>
  );
}
