/** German: making a table. */

export default {
  chat: "Gespräch am Tisch",
  lead: "Du sitzt auf dem ersten Platz. Die Partie beginnt, sobald alle da sind.",
  private: "Privat",
  private_text: "Nur die Spieler sehen sie, und wem du den Link schickst. Sie zählt nicht für die Wertung.",
  programs: "Programme dürfen mitspielen",
  seat: "Platz {number}",
  "seat.name": "Name des Spielers auf Platz {number}",
  "seat.name_text": "Der Platz bleibt frei, bis der Spieler annimmt oder ablehnt.",
  "seat.named": "Ein bestimmter Spieler",
  "seat.open": "Offen für alle",
  send: "Tisch eröffnen",
  take_back: "Aktionen dürfen zurückgenommen werden, wenn alle zustimmen",
  terms: "Bedingungen",
  time: "Zeit",
  title: "Ein Tisch nach deinen Wünschen",
  who: "Was gespielt wird, und mit wem",
};
