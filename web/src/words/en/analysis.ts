/** English: the analysis of a finished match. */

export default {
  action: "Action",
  curve: "Expected places over the match: up is first, down is last.",
  curve_chances:
    "Chance of winning over the match, given what each player knew then: a network's estimate, without a search.",
  decided: "{name} decides here",
  described: {
    one: "Expected places at {count} decision; at the latest {told}",
    other: "Expected places at {count} decisions; at the latest {told}",
  },
  described_chances: {
    one: "Chances of winning at {count} moment; at the latest {told}",
    other: "Chances of winning at {count} moments; at the latest {told}",
  },
  described_seat: "{name} {share} %",
  done: "{done} of {last} decisions",
  go_on: "Go on",
  json: "Every decision as JSON, for those who write bots",
  lead: "A search looks at every decision with what the seat knew then. That takes a second each; what you look at comes first.",
  loss: "Action {version}, {name}: {played}; preferred: {preferred} (+{share} %)",
  losses: "Where most was lost",
  outlook: "Outlook",
  played: "Played",
  preferred: "Preferred",
  progress: "Decisions analysed",
  share: "{share} %",
  start: "Analyse this match",
  stop: "Stop",
  waiting: "The server asks you to wait a little.",
};
