/** Fields of a form: between which ratings somebody may come. */

import { TextField } from "./field";
import { type RatingDraft, t } from "./settings";

interface Props {
  draft: RatingDraft;
  set: (part: Partial<RatingDraft>) => void;
}

export function RatingFields({ draft, set }: Props) {
  return (
    <>
      <TextField
        label={t("field.rating_min")}
        hint={t("hint.rating")}
        value={draft.ratingMin}
        set={(ratingMin) => set({ ratingMin })}
        charsMax={10}
      />
      <TextField
        label={t("field.rating_max")}
        value={draft.ratingMax}
        set={(ratingMax) => set({ ratingMax })}
        charsMax={10}
      />
    </>
  );
}
