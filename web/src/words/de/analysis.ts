/** German: the analysis of a finished match. */

export default {
  action: "Aktion",
  curve: "Erwartete Plätze im Lauf der Partie: oben ist der erste, unten der letzte.",
  curve_chances:
    "Gewinnchance im Lauf der Partie, nach dem, was alle damals wussten: das Wort eines Netzes, ohne Suche.",
  decided: "Hier entscheidet {name}",
  described: {
    one: "Erwartete Plätze bei {count} Entscheidung; zuletzt {told}",
    other: "Erwartete Plätze bei {count} Entscheidungen; zuletzt {told}",
  },
  described_chances: {
    one: "Gewinnchancen zu {count} Zeitpunkt; zuletzt {told}",
    other: "Gewinnchancen zu {count} Zeitpunkten; zuletzt {told}",
  },
  described_seat: "{name} {share} %",
  done: "{done} von {last} Entscheidungen",
  go_on: "Weitermachen",
  json: "Jede Entscheidung als JSON, für alle, die Bots schreiben",
  lead: "Eine Suche betrachtet jede Entscheidung mit dem, was der Platz damals wusste. Das dauert je eine Sekunde; was gerade zu sehen ist, kommt zuerst.",
  loss: "Aktion {version}, {name}: {played}; besser: {preferred} (+{share} %)",
  losses: "Wo am meisten verloren ging",
  outlook: "Aussicht",
  played: "Gespielt",
  preferred: "Bevorzugt",
  progress: "Untersuchte Entscheidungen",
  share: "{share} %",
  start: "Diese Partie untersuchen",
  stop: "Anhalten",
  waiting: "Der Server bittet um etwas Geduld.",
};
