/** Who one is: a guest until one takes a name. What belongs to the account, and how this browser shows the page. */

import { useState } from "preact/hooks";
import { account, arrive, isGuest, leave, signInWith, takeName } from "../../api/account";
import type { Refused, Unreachable } from "../../api/client";
import { knownOnly } from "../../api/watch";
import { Refusal } from "../../parts/refusal";
import { useTitle } from "../../parts/title";
import { ConsentPanel } from "./consent";
import { Deletion } from "./deletion";
import { Settings } from "./settings";
import { Tokens } from "./tokens";
import { t } from "./words";

/** Does something, and tells if it is refused; says whether it is done. */
export type Attempt = (act: () => Promise<void>) => Promise<boolean>;

export function AccountPage() {
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const attempt: Attempt = async (act) => {
    try {
      await act();
      setWrong(null);
      return true;
    } catch (caught) {
      setWrong(knownOnly(caught));
      return false;
    }
  };
  useTitle(t("account.title"));
  const who = account.value;
  return (
    <div class="page narrow">
      <h1>{t("account.title")}</h1>
      <Who />
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
      {(who === null || isGuest.value) && (
        <Entry
          label={t("account.name")}
          button={t("account.take_name")}
          hint={who === null ? t("account.name_rule") : `${t("account.name_rule")} ${t("account.name_new")}`}
          act={(name) => attempt(() => (who === null ? arrive(name) : takeName(name)))}
        />
      )}
      {who !== null && <Tokens key={who.name} attempt={attempt} />}
      <Settings />
      {who !== null && <ConsentPanel key={who.name} attempt={attempt} />}
      <Entry
        label={t("account.token")}
        button={t("account.sign_in")}
        hint={t("account.token_hint")}
        isSecret
        act={(token) => attempt(() => signInWith(token))}
      />
      {who !== null && (
        <section class="panel stack" aria-labelledby="account-leaving">
          <h2 id="account-leaving">{t("account.leaving")}</h2>
          <p class="soft">{t(isGuest.value ? "account.leave_guest" : "account.leave_hint")}</p>
          <div class="row">
            <button type="button" onClick={() => void attempt(leave)}>
              {t("account.leave")}
            </button>
            <Deletion name={who.name} attempt={attempt} />
          </div>
        </section>
      )}
    </div>
  );
}

function Who() {
  const who = account.value;
  if (who === null) return <p>{t("account.nobody")}</p>;
  return (
    <p>
      {t(isGuest.value ? "account.guest" : "account.named", { name: who.name })}{" "}
      <a href={`/players/${who.name}`}>{t("account.results")}</a>
    </p>
  );
}

interface EntryProps {
  label: string;
  button: string;
  hint: string;
  isSecret?: boolean;
  act: (value: string) => Promise<boolean>;
}

function Entry({ label, button, hint, isSecret = false, act }: EntryProps) {
  const [value, setValue] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (value.trim() !== "" && (await act(value.trim()))) setValue("");
  };
  return (
    <form class="panel field" onSubmit={(event) => void send(event)}>
      <label>
        {label}
        <input
          class={isSecret ? "secret" : undefined}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(e) => setValue(e.currentTarget.value)}
        />
      </label>
      <p class="soft">{hint}</p>
      <button type="submit">{button}</button>
    </form>
  );
}
