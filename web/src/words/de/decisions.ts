/** German: the decisions of a seat, for those who write bots. */

export default {
  after: "{ms} ms nach der Aktion davor",
  answered: "Geantwortet",
  asked: "Gefragt: was der Platz sah",
  count: { one: "{count} Entscheidung", other: "{count} Entscheidungen" },
  lead: "Jede Entscheidung eines Platzes in dieser beendeten Partie: was der Server ihm sagte, was er antwortete und wie lange das dauerte.",
  match: "Zur Partie",
  moment: "Zu diesem Moment",
  seat: "Platz",
  title: "Entscheidungen",
};
