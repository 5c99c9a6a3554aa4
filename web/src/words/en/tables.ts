/** English: making a table. */

export default {
  chat: "Chat at the table",
  lead: "You have the first seat. The match begins once everybody is there.",
  private: "Private",
  private_text: "Only its players and those you send the link to see it. It doesn't count in the ratings.",
  programs: "Programs may join",
  seat: "Seat {number}",
  "seat.name": "Name of the player on seat {number}",
  "seat.name_text": "The seat is kept until the player accepts or declines.",
  "seat.named": "A player by name",
  "seat.open": "Open to anybody",
  send: "Make the table",
  take_back: "Actions may be taken back if all agree",
  terms: "Terms",
  time: "Time",
  title: "A table as you like it",
  who: "What is played, and by whom",
};
