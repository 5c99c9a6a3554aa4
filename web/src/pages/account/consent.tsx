/** Who may seat the account at a match without asking it. */

import { useEffect, useState } from "preact/hooks";
import { answered, http, type Schemas } from "../../api/client";
import { FlagField } from "../../parts/field";
import type { Attempt } from ".";
import { t } from "./words";

type Consent = Schemas["Consent"];

export function ConsentPanel({ attempt }: { attempt: Attempt }) {
  const [consent, setConsent] = useState<Consent | null>(null);
  const [name, setName] = useState("");
  useEffect(() => {
    void attempt(async () => setConsent(await answered(http.GET("/v1/accounts/me/consent"))));
  }, []);
  const set = (part: Partial<Consent>) =>
    attempt(async () => {
      if (consent === null) return;
      setConsent(await answered(http.PUT("/v1/accounts/me/consent", { body: { ...consent, ...part } })));
    });
  const add = async (event: Event) => {
    event.preventDefault();
    const more = name.trim();
    if (more === "" || consent === null) return;
    if (await set({ accounts: [...consent.accounts, more] })) setName("");
  };
  return (
    <section class="panel stack" aria-labelledby="consent" aria-busy={consent === null}>
      <h2 id="consent">{t("consent.title")}</h2>
      <p class="soft">{t("consent.lead")}</p>
      <FlagField
        label={t("consent.programs")}
        value={consent?.allows_programs ?? false}
        set={(allows_programs) => void set({ allows_programs })}
      />
      <ul class="row">
        {consent?.accounts.map((each) => (
          <li key={each} class="chip">
            {each}
            <button
              type="button"
              class="quiet small"
              aria-label={t("consent.remove", { name: each })}
              onClick={() => void set({ accounts: consent.accounts.filter((other) => other !== each) })}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form class="field" onSubmit={(event) => void add(event)}>
        <label>
          {t("consent.name")}
          <input
            autocomplete="off"
            spellcheck={false}
            value={name}
            onInput={(e) => setName(e.currentTarget.value)}
          />
        </label>
        <button type="submit">{t("consent.add")}</button>
      </form>
    </section>
  );
}
