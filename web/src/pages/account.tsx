/** Who one is: a guest until one takes a name. */

import { useState } from "preact/hooks";
import { account, arrive, isGuest, leave, signInWith } from "../api/account";
import { Refused, Unreachable } from "../api/client";
import { Refusal } from "../parts/refusal";
import { useTitle } from "../parts/title";
import { t } from "../words";

export function AccountPage() {
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  const attempt = (act: () => Promise<void>) => async () => {
    try {
      await act();
      setWrong(null);
    } catch (caught) {
      if (!(caught instanceof Refused) && !(caught instanceof Unreachable)) throw caught;
      setWrong(caught);
    }
  };
  useTitle(t("account.title"));
  const who = account.value;
  return (
    <div class="page narrow">
      <h1>{t("account.title")}</h1>
      {who === null && <p>{t("account.nobody")}</p>}
      {who !== null && (
        <p>
          {isGuest.value ? t("account.guest", { name: who.name }) : t("account.named", { name: who.name })}
        </p>
      )}
      {wrong && <Refusal wrong={wrong} onDismiss={() => setWrong(null)} />}
      <Field
        label={t("account.name")}
        button={t("account.take_name")}
        hint={t("account.name_rule")}
        act={(name) => attempt(() => arrive(name))()}
      />
      <Field
        label={t("account.token")}
        button={t("account.sign_in")}
        hint={t("account.token_hint")}
        isSecret
        act={(token) => attempt(() => signInWith(token))()}
      />
      {who !== null && (
        <button type="button" class="quiet" onClick={attempt(leave)}>
          {t("account.leave")}
        </button>
      )}
    </div>
  );
}

interface FieldProps {
  label: string;
  button: string;
  hint: string;
  isSecret?: boolean;
  act: (value: string) => Promise<void>;
}

function Field({ label, button, hint, isSecret = false, act }: FieldProps) {
  const [value, setValue] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    if (value.trim() !== "") void act(value.trim());
  };
  return (
    <form class="panel field" onSubmit={send}>
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
