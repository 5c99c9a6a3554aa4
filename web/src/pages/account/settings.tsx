/** How this browser shows the page; nobody else is told. */

import { ChoiceField, FlagField } from "../../parts/field";
import { MOTIONS, motion, move } from "../../parts/motion";
import { isTelling, leave, switchNotices } from "../../parts/notices";
import { THEMES, theme, wear } from "../../parts/theme";
import { choose, LANGUAGES, type Language, language, t as page } from "../../words";
import { t } from "./words";

export function Settings() {
  const languages = Object.entries(LANGUAGES) as [Language, string][];
  return (
    <section class="panel stack" aria-labelledby="settings">
      <h2 id="settings">{t("settings.title")}</h2>
      <ChoiceField
        label={page("shell.language")}
        value={language.value}
        set={(wished) => void choose(wished)}
        choices={languages}
        langOf={(code) => code}
      />
      <ChoiceField
        label={page("shell.theme")}
        value={theme.value}
        set={wear}
        choices={THEMES.map((each) => [each, page(`theme.${each}`)] as const)}
      />
      <ChoiceField
        label={t("settings.motion")}
        value={motion.value}
        set={move}
        choices={MOTIONS.map((each) => [each, t(`motion.${each}`)] as const)}
      />
      <FlagField
        label={t("settings.notices")}
        hint={t(`notices.${leave.value}`)}
        value={isTelling()}
        set={(isOn) => {
          if (leave.value !== "unknown") void switchNotices(isOn);
        }}
      />
    </section>
  );
}
