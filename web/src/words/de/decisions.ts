/** German: the decisions of a seat, for those who write bots. */

export default {
  after: "{ms} ms nach der Aktion davor",
  answered: "Geantwortet",
  asked: "Gefragt: was der Platz sah",
  count: { one: "{count} Entscheidung", other: "{count} Entscheidungen" },
  lead: "Jede Entscheidung eines Platzes in dieser beendeten Partie: was der Server ihm sagte, was er antwortete und wie lange das dauerte.",
  match: "Zur Partie",
  moment: "Zu diesem Moment",
  "refused.count": { one: "{count} abgelehnte Antwort", other: "{count} abgelehnte Antworten" },
  "refused.none": "Der Server hat in den letzten Tagen keine deiner Antworten abgelehnt.",
  "refused.submission": "Abgelehnte Antwort",
  seat: "Platz",
  title: "Entscheidungen",
};
