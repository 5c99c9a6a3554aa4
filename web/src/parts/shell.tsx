/** What stands around every page. */

import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { account, isGuest, isSignedOut } from "../api/account";
import { connection } from "../api/hub";
import { choose, LANGUAGES, type Language, language, t } from "../words";
import { useNotices } from "./notices";
import { THEMES, type Theme, theme, wear } from "./theme";

export function Shell({ children }: { children: ComponentChildren }) {
  const { query, route } = useLocation();
  useNotices(route);
  // A page that is left on a wall stands there alone.
  if ("screen" in query) return <main id="main">{children}</main>;
  return (
    <>
      <a class="skip" href="#main">
        {t("shell.skip")}
      </a>
      <header class="bar">
        <a class="brand" href="/">
          <Mark />
          Astrarium
        </a>
        <nav aria-label={t("shell.nav")}>
          <a href="/">{t("shell.play")}</a>
          <a href="/tournaments">{t("shell.tournaments")}</a>
          <a href="/players">{t("shell.players")}</a>
          <a href="/pieces">{t("shell.pieces")}</a>
          <a href="/guide/" target="_self">
            {t("shell.guide")}
          </a>
          <a href="/docs/" target="_self">
            {t("shell.docs")}
          </a>
        </nav>
        <div class="own">
          <Chooser />
          <a href="/account" class="who">
            {account.value === null
              ? t("shell.nobody")
              : isGuest.value
                ? t("shell.guest")
                : account.value.name}
          </a>
        </div>
      </header>
      <Told />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** What has become of the connection or the account, while it isn't as it should be. */
function Told() {
  if (isSignedOut.value) {
    return (
      <p class="told" role="status">
        {t("shell.signed_out")} <a href="/account">{t("shell.sign_in")}</a>
      </p>
    );
  }
  const state = connection.value;
  if (state !== "broken" && state !== "restarting") return null;
  return (
    <p class="told" role="status">
      {t(`shell.${state}`)}
    </p>
  );
}

function Chooser() {
  return (
    <>
      <label>
        <span class="hidden">{t("shell.language")}</span>
        <select value={language.value} onChange={(e) => void choose(e.currentTarget.value as Language)}>
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">{t("shell.theme")}</span>
        <select value={theme.value} onChange={(e) => wear(e.currentTarget.value as Theme)}>
          {THEMES.map((each) => (
            <option key={each} value={each}>
              {t(`theme.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <ellipse
        cx="16"
        cy="16"
        rx="14"
        ry="5.2"
        fill="none"
        stroke="var(--accent)"
        stroke-width="1.8"
        transform="rotate(-24 16 16)"
      />
      <circle cx="16" cy="16" r="5.6" fill="var(--gold)" />
      <circle cx="27.4" cy="10.4" r="2.1" fill="var(--accent)" />
    </svg>
  );
}
