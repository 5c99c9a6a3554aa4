/** Polish: the decisions of a seat, for those who write bots. */

export default {
  after: "{ms} ms po poprzedniej akcji",
  answered: "Odpowiedź",
  asked: "Pytanie: co widziało miejsce",
  count: {
    one: "{count} decyzja",
    few: "{count} decyzje",
    many: "{count} decyzji",
    other: "{count} decyzji",
  },
  lead: "Każda decyzja jednego miejsca w tej zakończonej partii: co podał serwer, jaka była odpowiedź i ile to trwało.",
  match: "Do partii",
  moment: "Do tej chwili",
  "refused.count": {
    one: "{count} odrzucona odpowiedź",
    few: "{count} odrzucone odpowiedzi",
    many: "{count} odrzuconych odpowiedzi",
    other: "{count} odrzuconych odpowiedzi",
  },
  "refused.none": "W ostatnich dniach serwer nie odrzucił żadnej z twoich odpowiedzi.",
  "refused.submission": "Odrzucona odpowiedź",
  seat: "Miejsce",
  title: "Decyzje",
};
