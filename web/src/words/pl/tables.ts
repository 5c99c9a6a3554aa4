/** Polish: making a table. */

export default {
  chat: "Czat przy stole",
  lead: "Zajmujesz pierwsze miejsce. Partia zacznie się, gdy wszyscy będą na miejscu.",
  private: "Prywatny",
  private_text: "Widzą go tylko gracze i osoby, którym wyślesz link. Partia nie liczy się do rankingu.",
  programs: "Programy mogą dołączyć",
  seat: "Miejsce {number}",
  "seat.name": "Nazwa gracza na miejscu {number}",
  "seat.name_text": "Miejsce czeka, aż gracz przyjmie lub odrzuci zaproszenie.",
  "seat.named": "Wybrany gracz",
  "seat.open": "Otwarte dla wszystkich",
  send: "Otwórz stół",
  take_back: "Akcje można cofnąć, jeśli wszyscy się zgodzą",
  terms: "Warunki",
  time: "Czas",
  title: "Stół według twoich życzeń",
  who: "W co i z kim grasz",
};
