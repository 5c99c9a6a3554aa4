/** Polish: the analysis of a finished match. */

export default {
  action: "Akcja",
  curve: "Oczekiwane miejsca w trakcie partii: u góry pierwsze, na dole ostatnie.",
  curve_chances:
    "Szansa na wygraną w trakcie partii według tego, co gracze wtedy wiedzieli: zdanie sieci, bez przeszukiwania.",
  decided: "Decyzja: {name}",
  described: {
    one: "Oczekiwane miejsca po {count} decyzji; ostatnio {told}",
    few: "Oczekiwane miejsca po {count} decyzjach; ostatnio {told}",
    many: "Oczekiwane miejsca po {count} decyzjach; ostatnio {told}",
    other: "Oczekiwane miejsca po {count} decyzji; ostatnio {told}",
  },
  described_chances: {
    one: "Szanse na wygraną w {count} chwili; ostatnio {told}",
    few: "Szanse na wygraną w {count} chwilach; ostatnio {told}",
    many: "Szanse na wygraną w {count} chwilach; ostatnio {told}",
    other: "Szanse na wygraną w {count} chwili; ostatnio {told}",
  },
  described_seat: "{name} {share} %",
  done: "{done} z {last} decyzji",
  go_on: "Dalej",
  json: "Każda decyzja jako JSON, dla autorów botów",
  lead: "Program przegląda każdą decyzję, znając tylko to, co wtedy wiedział gracz. Trwa to po sekundzie; najpierw to, co jest na ekranie.",
  loss: "Akcja {version}, {name}: {played}; lepiej: {preferred} (+{share} %)",
  losses: "Gdzie stracono najwięcej",
  outlook: "Szansa",
  played: "Zagrano",
  preferred: "Lepsze",
  progress: "Zbadane decyzje",
  share: "{share} %",
  start: "Zbadaj tę partię",
  stop: "Zatrzymaj",
  waiting: "Serwer prosi o chwilę cierpliwości.",
};
