/** What one wants of a match with people, chosen once for all games offered. */

import { PACES, type Pace, type Terms, terms } from "../pages/terms";
import { t } from "../words";

export function TermsChosen() {
  const { pace, admitsPrograms, isRated } = terms.value;
  const set = (part: Partial<Terms>) => {
    terms.value = { ...terms.value, ...part };
  };
  return (
    <fieldset class="terms row">
      <legend>{t("terms.title")}</legend>
      <label>
        {t("terms.pace")}{" "}
        <select value={pace} onChange={(e) => set({ pace: e.currentTarget.value as Pace })}>
          {PACES.map((each) => (
            <option key={each} value={each}>
              {t(`pace.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("terms.who")}{" "}
        <select
          value={admitsPrograms ? "all" : "people"}
          onChange={(e) => set({ admitsPrograms: e.currentTarget.value === "all" })}
        >
          <option value="all">{t("terms.who_all")}</option>
          <option value="people">{t("terms.who_people")}</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={isRated}
          onChange={(e) => set({ isRated: e.currentTarget.checked })}
        />{" "}
        {t("terms.rated")}
      </label>
    </fieldset>
  );
}
