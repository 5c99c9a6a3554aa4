// A program of the engine protocol in JavaScript: it asks for the catalog, and takes the dearest piece that it may.
const lines = require("node:readline").createInterface({ input: process.stdin });
const say = (line) => process.stdout.write(`${line}\n`);

let prices = null;
let waiting = null;

/** What a piece costs, by its name in notation; 0 for what is no piece. */
function price(notation) {
  return Math.max(...notation.split(" ").map((word) => prices[word] ?? 0));
}

/** Every object of the catalog that has a name and a cost. */
function* priced(part) {
  if (part === null || typeof part !== "object") return;
  if (typeof part.name === "string" && typeof part.cost === "number") yield part;
  for (const inner of Object.values(part)) yield* priced(inner);
}

const slug = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "_");

lines.on("line", (line) => {
  const at = line.indexOf(" ");
  const word = at < 0 ? line : line.slice(0, at);
  const rest = at < 0 ? null : JSON.parse(line.slice(at + 1));
  if (word === "hello") say("ready dear.js");
  if (word === "match") {
    if (rest.players.length !== rest.seats || !rest.clock.kind) throw new Error("told too little");
    waiting = "ready";
    say("catalog");
  }
  if (word === "catalog") {
    prices = Object.fromEntries([...priced(rest.catalog)].map((piece) => [slug(piece.name), piece.cost]));
    console.error(`${Object.keys(prices).length} prices`);
    say(waiting);
  }
  if (word === "decide") {
    const best = rest.legal.reduce((one, other) => (price(other) > price(one) ? other : one));
    say(`action ${best}`);
  }
  if (word === "quit") process.exit(0);
});
