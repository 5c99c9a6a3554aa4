/** English: the decisions of a seat, for those who write bots. */

export default {
  after: "{ms} ms after the previous action",
  answered: "Answered",
  asked: "Asked: what the seat saw",
  count: { one: "{count} decision", other: "{count} decisions" },
  lead: "Every decision of a seat in this finished match: what the server told it, what it answered, and how long that took.",
  match: "To the match",
  moment: "To this moment",
  "refused.count": { one: "{count} refused submission", other: "{count} refused submissions" },
  "refused.none": "The server refused none of your submissions in the last days.",
  "refused.submission": "Refused submission",
  seat: "Seat",
  title: "Decisions",
};
