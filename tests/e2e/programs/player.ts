// A program that plays one match with types generated from the OpenAPI document; it compiles under `strict`.
import type { components } from "./schema";

type Schemas = components["schemas"];

const [, , url, token, matchId] = process.argv as [string, string, string, string, string];

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const got = await fetch(`${url}/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!got.ok) throw new Error(await got.text());
  return (await got.json()) as Answer;
}

/** What a view says of the table, by game: the discriminator leads to each game's own members. */
function tell(view: Schemas["GameView"]): string {
  if (view.game === "roll") return `${view.vp_pool} points left, dice of seat 0: ${Object.keys(view.seats[0]?.cup ?? {})}`;
  if (view.game === "race") return `${view.deck_count} cards left`;
  return `planets: ${view.row.join(", ")}`;
}

function hear(event: Schemas["GameEvent"]): string {
  return event.kind === "take_back" ? `${event.actions} actions taken back` : event.kind;
}

let heard = 0;
let asked = await ask<Schemas["Decision"]>(`/matches/${matchId}/decision?wait_s=20`);
while (!asked.is_over) {
  const legal = asked.legal_actions[0];
  if (asked.is_asked && legal !== undefined) {
    // What the server offers goes back as it came, as an object; members with defaults are left out.
    const answer: Schemas["NewActions"] = { version: asked.version, action: legal.action };
    const done = await ask<Schemas["Submitted"]>(`/matches/${matchId}/actions`, answer);
    heard += done.events.map((each) => hear(each.event)).length;
  }
  asked = await ask<Schemas["Decision"]>(`/matches/${matchId}/decision?wait_s=20`);
}
const last = await ask<Schemas["View"]>(`/matches/${matchId}/view`);
console.log(JSON.stringify({ told: tell(last.view), heard, is_over: last.view.is_over }));
