/** The account's tokens: what can be used in its name, and where. One that is made is shown this once. */

import { useEffect, useState } from "preact/hooks";
import { account } from "../../api/account";
import { answered, http, type Schemas } from "../../api/client";
import { Copy } from "../../parts/copy";
import { ChoiceField, NumberField, TextField } from "../../parts/field";
import { language } from "../../words";
import type { Attempt } from ".";
import { t } from "./words";

type Held = Schemas["HeldToken"];
const SCOPES = ["play", "watch"] as const;
type Scope = (typeof SCOPES)[number];
const NAME_CHARS_MAX = 60;
const DAYS_MAX = 365;

export function Tokens({ attempt }: { attempt: Attempt }) {
  const [held, setHeld] = useState<readonly Held[] | null>(null);
  const [made, setMade] = useState("");
  const mayList = account.value?.scopes.includes("play") ?? false;
  const list = async () => setHeld((await answered(http.GET("/v1/accounts/me/tokens"))).tokens);
  useEffect(() => {
    if (mayList) void attempt(list);
  }, [mayList]);
  if (!mayList) return null;
  const revoke = (id: string) =>
    attempt(async () => {
      await answered(
        http.DELETE("/v1/accounts/me/tokens/{token_id}", { params: { path: { token_id: id } } }),
      );
      await list();
    });
  return (
    <section class="panel stack" aria-labelledby="tokens" aria-busy={held === null}>
      <h2 id="tokens">{t("tokens.title")}</h2>
      <p class="soft">{t("tokens.lead")}</p>
      <ul class="tokens">
        {held?.map((token) => (
          <Token key={token.id} token={token} revoke={() => void revoke(token.id)} />
        ))}
      </ul>
      {made !== "" && (
        <div class="stack" role="status">
          <p>{t("tokens.once")}</p>
          <Copy text={made} label={t("tokens.made")} />
        </div>
      )}
      <NewToken
        make={(body) =>
          attempt(async () => {
            setMade((await answered(http.POST("/v1/accounts/me/tokens", { body }))).token);
            await list();
          })
        }
      />
    </section>
  );
}

function Token({ token, revoke }: { token: Held; revoke: () => void }) {
  const name =
    token.name === "" ? t("tokens.unnamed") : token.name === "browser" ? t("tokens.browser") : token.name;
  return (
    <li>
      <span class="what">
        <b>{name}</b> {token.is_this && <span class="mark">{t("tokens.this")}</span>}
        <span class="soft">
          {token.scopes.map((scope) => t(`scope.${scope as Scope}`)).join(", ")}
          {" · "}
          {token.used_ms === null ? t("tokens.unused") : t("tokens.used", { date: dateOf(token.used_ms) })}
          {" · "}
          {t("tokens.expires", { date: dateOf(token.expires_ms) })}
        </span>
      </span>
      {!token.is_this && (
        <button type="button" class="quiet" aria-label={t("tokens.revoke_named", { name })} onClick={revoke}>
          {t("tokens.revoke")}
        </button>
      )}
    </li>
  );
}

function dateOf(ms: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(ms);
}

function NewToken({ make }: { make: (body: Schemas["NewToken"]) => Promise<boolean> }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("play");
  const [days, setDays] = useState(DAYS_MAX);
  const send = async (event: Event) => {
    event.preventDefault();
    if (await make({ name: name.trim(), scopes: [scope], days })) setName("");
  };
  return (
    <form class="new-token" onSubmit={(event) => void send(event)}>
      <TextField label={t("tokens.name")} value={name} set={setName} charsMax={NAME_CHARS_MAX} isRequired />
      <ChoiceField
        label={t("tokens.scope")}
        value={scope}
        set={setScope}
        choices={SCOPES.map((each) => [each, t(`scope.${each}`)] as const)}
      />
      <NumberField label={t("tokens.days")} value={days} set={setDays} min={1} max={DAYS_MAX} />
      <button type="submit">{t("tokens.make")}</button>
    </form>
  );
}
