/** German: the texts of Tiny Epic Galaxies' pieces, by the sentences of the catalog. */

export default {
  "All of your orbiting ships go back one space.":
    "Alle deine Schiffe auf Kolonieleisten gehen 1 Feld zurück.",
  "Among your colonies there are as many economy planets as diplomacy planets.":
    "Unter deinen Kolonien sind gleich viele Planeten der Wirtschaft wie der Diplomatie.",
  "Carry one of your orbiting ships over to another planet of the row, to the position with the same number.":
    "Versetze eines deiner Schiffe von seiner Kolonieleiste auf die eines anderen Planeten der Reihe, auf das Feld mit derselben Zahl.",
  "Carry out any one of the six die actions; then every other player may carry out that same action at no price.":
    "Führe eine beliebige der 6 Würfelaktionen aus; dann darf jeder andere dieselbe Aktion umsonst ausführen.",
  "Carry out once more the action of a die that already lies in the activation bay.":
    "Führe noch einmal die Aktion eines Würfels aus, der schon aktiviert ist.",
  "Carry out the action of one planet that still lies in the row.":
    "Führe die Aktion eines Planeten aus, der noch in der Reihe liegt.",
  "Discard one planet that has no ships on it from the row and fill the gap from the deck.":
    "Lege einen Planeten der Reihe ab, auf dem kein Schiff ist, und fülle die Lücke vom Stapel.",
  "Every one of your ships stands on your galaxy mat.": "Alle deine Schiffe sind zu Hause.",
  "Every orbiting rogue ship goes forward one space, then the rogue takes one energy from you.":
    "Jedes Schiff der Schurkengalaxie auf einer Kolonieleiste geht 1 Feld vor, dann nimmt sie dir 1 Energie.",
  "Every orbiting rogue ship goes forward one space.":
    "Jedes Schiff der Schurkengalaxie auf einer Kolonieleiste geht 1 Feld vor.",
  "Every orbiting rogue ship goes forward two spaces.":
    "Jedes Schiff der Schurkengalaxie auf einer Kolonieleiste geht 2 Felder vor.",
  "Every other player pushes an own ship forward one space; then you push one of yours forward two spaces.":
    "Jeder andere schiebt ein eigenes Schiff 1 Feld vor; dann schiebst du eines von deinen 2 Felder vor.",
  "For the rest of your turn the other players pay two culture instead of one for every follow.":
    "Bis zum Ende deines Zugs zahlen die anderen für jedes Folgen 2 Kultur statt einer.",
  "For the rest of your turn you receive one culture whenever another player follows one of your dice.":
    "Bis zum Ende deines Zugs bekommst du 1 Kultur, wann immer jemand einem deiner Würfel folgt.",
  "For the rest of your turn you receive one energy whenever another player follows one of your dice.":
    "Bis zum Ende deines Zugs bekommst du 1 Energie, wann immer jemand einem deiner Würfel folgt.",
  "Give up one culture, then make two ordinary ship moves in turn, with two different ships of yours.":
    "Gib 1 Kultur aus, dann bewege nacheinander 2 Schiffe wie gewöhnlich, und zwar 2 verschiedene.",
  "Give up one energy, then take two culture.": "Gib 1 Energie aus, dann nimm 2 Kultur.",
  "Give up two culture, then push one of your ships on a diplomacy track forward two spaces.":
    "Gib 2 Kultur aus, dann schiebe eines deiner Schiffe auf einer Leiste der Diplomatie 2 Felder vor.",
  "Give up two culture, then push one opposing ship back two spaces.":
    "Gib 2 Kultur aus, dann schiebe ein fremdes Schiff 2 Felder zurück.",
  "Give up two energy, then push one of your ships on an economy track forward two spaces.":
    "Gib 2 Energie aus, dann schiebe eines deiner Schiffe auf einer Leiste der Wirtschaft 2 Felder vor.",
  "Give up two energy, then push two different opposing ships back one space each.":
    "Gib 2 Energie aus, dann schiebe 2 verschiedene fremde Schiffe je 1 Feld zurück.",
  "Hand one culture to another player, then carry out the action of one planet that player has colonised.":
    "Gib einem anderen Spieler 1 Kultur, dann führe die Aktion eines Planeten aus, den er kolonisiert hat.",
  "Hand one energy to another player, then carry out the action of one planet that player has colonised.":
    "Gib einem anderen Spieler 1 Energie, dann führe die Aktion eines Planeten aus, den er kolonisiert hat.",
  "If all other players have a higher empire level, raise yours by one for one resource less than normal.":
    "Haben alle anderen eine höhere Imperiumsstufe, werte dein Imperium um 1 Stufe auf, für 1 Ressource weniger als sonst.",
  "Move one of your ships; if it lands on a surface you may use that planet's action.":
    "Bewege eines deiner Schiffe; landet es auf einer Oberfläche, darfst du die Aktion des Planeten nutzen.",
  "Not one of your ships stands on your galaxy mat.": "Keines deiner Schiffe ist zu Hause.",
  "One of your orbiting ships goes back one space.":
    "Eines deiner Schiffe auf Kolonieleisten geht 1 Feld zurück.",
  "Push one of your orbiting ships back one space; having done so, push another of yours forward one space.":
    "Schiebe eines deiner Schiffe auf seiner Kolonieleiste 1 Feld zurück; danach schiebe ein anderes von dir 1 Feld vor.",
  "Push one of your orbiting ships forward one space on a track of either type.":
    "Schiebe eines deiner Schiffe auf einer beliebigen Kolonieleiste 1 Feld vor.",
  "Push one of your ships on a diplomacy track forward one space.":
    "Schiebe eines deiner Schiffe auf einer Leiste der Diplomatie 1 Feld vor.",
  "Push one of your ships on an economy track forward one space.":
    "Schiebe eines deiner Schiffe auf einer Leiste der Wirtschaft 1 Feld vor.",
  "Push one opposing ship back one space.": "Schiebe ein fremdes Schiff 1 Feld zurück.",
  "Push one opposing ship on a diplomacy track back one space.":
    "Schiebe ein fremdes Schiff auf einer Leiste der Diplomatie 1 Feld zurück.",
  "Push one opposing ship on an economy track back one space.":
    "Schiebe ein fremdes Schiff auf einer Leiste der Wirtschaft 1 Feld zurück.",
  "Put aside two of your not yet activated dice, unused, for this turn; take two energy and two culture.":
    "Gib 2 deiner noch nicht aktivierten Würfel für diesen Zug ungenutzt aus; nimm 2 Energie und 2 Kultur.",
  "Raise your empire one level at its normal price, which you may pay in any mix of energy and culture.":
    "Werte dein Imperium um 1 Stufe auf, zum normalen Preis, den du mit Energie und Kultur beliebig gemischt zahlen darfst.",
  "Roll again, free of charge, any number of your not yet activated dice.":
    "Wirf beliebig viele deiner noch nicht aktivierten Würfel umsonst neu.",
  "Send one of your orbiting ships home; take its position number in energy or in culture, not mixed.":
    "Schicke eines deiner Schiffe von seiner Kolonieleiste heim; nimm so viel Energie oder Kultur, wie sein Feld zeigt, nicht gemischt.",
  "Swap any amount of your culture for the same amount of energy.":
    "Tausche beliebig viel deiner Kultur gegen ebenso viel Energie.",
  "Swap any amount of your energy for the same amount of culture.":
    "Tausche beliebig viel deiner Energie gegen ebenso viel Kultur.",
  "Take one culture away from another player of your choice and add it to your own.":
    "Nimm einem anderen Spieler deiner Wahl 1 Kultur weg und behalte sie.",
  "Take one culture for each of your ships at culture planets; ships at home give none.":
    "Nimm 1 Kultur für jedes deiner Schiffe bei Planeten der Kultur; Schiffe zu Hause bringen keine.",
  "Take one culture for each of your ships standing on your galaxy mat.":
    "Nimm 1 Kultur für jedes deiner Schiffe zu Hause.",
  "Take one culture.": "Nimm 1 Kultur.",
  "Take one energy away from another player of your choice and add it to your own.":
    "Nimm einem anderen Spieler deiner Wahl 1 Energie weg und behalte sie.",
  "Take one energy for each of your ships at energy planets and each of your ships at home.":
    "Nimm 1 Energie für jedes deiner Schiffe bei Planeten der Energie und für jedes zu Hause.",
  "Take one energy.": "Nimm 1 Energie.",
  "Take two energy.": "Nimm 2 Energie.",
  "The rogue adds one energy and one culture.": "Die Schurkengalaxie bekommt 1 Energie und 1 Kultur.",
  "The rogue adds two culture.": "Die Schurkengalaxie bekommt 2 Kultur.",
  "The rogue adds two energy.": "Die Schurkengalaxie bekommt 2 Energie.",
  "The rogue takes one culture from you.": "Die Schurkengalaxie nimmt dir 1 Kultur.",
  "The rogue takes one energy and one culture from you.":
    "Die Schurkengalaxie nimmt dir 1 Energie und 1 Kultur.",
  "The rogue takes three resources from you; you decide which.":
    "Die Schurkengalaxie nimmt dir 3 Ressourcen; du bestimmst, welche.",
  "The rogue takes two culture from you.": "Die Schurkengalaxie nimmt dir 2 Kultur.",
  "The rogue takes two energy from you.": "Die Schurkengalaxie nimmt dir 2 Energie.",
  "The rogue takes two resources from you; you decide which.":
    "Die Schurkengalaxie nimmt dir 2 Ressourcen; du bestimmst, welche.",
  "Turn one of your not yet activated dice to a face you choose.":
    "Drehe einen deiner noch nicht aktivierten Würfel auf eine Seite deiner Wahl.",
  "Upgrade your empire by one level, or use the action of one of your own colonies.":
    "Werte dein Imperium um 1 Stufe auf, oder nutze die Aktion einer deiner Kolonien.",
  "You are the player whose points started the end of the game.":
    "Deine Punkte haben das Spielende ausgelöst.",
  "You colonised fewer planets than every other player (two points if you share last place).":
    "Du hast weniger Planeten kolonisiert als jeder andere (2 Punkte bei Gleichstand auf dem letzten Platz).",
  "You colonised more diplomacy planets than every other player (two points if you share that lead).":
    "Du hast mehr Planeten der Diplomatie kolonisiert als jeder andere (2 Punkte bei Gleichstand an der Spitze).",
  "You colonised more economy planets than every other player (two points if you share that lead).":
    "Du hast mehr Planeten der Wirtschaft kolonisiert als jeder andere (2 Punkte bei Gleichstand an der Spitze).",
  "You colonised more planets than every other player (two points if you share that lead).":
    "Du hast mehr Planeten kolonisiert als jeder andere (2 Punkte bei Gleichstand an der Spitze).",
  "You hold more culture than every other player (two points if you share that lead).":
    "Du hast mehr Kultur als jeder andere (2 Punkte bei Gleichstand an der Spitze).",
  "You hold more energy than every other player (two points if you share that lead).":
    "Du hast mehr Energie als jeder andere (2 Punkte bei Gleichstand an der Spitze).",
  "You hold three or more energy and also three or more culture.":
    "Du hast mindestens 3 Energie und mindestens 3 Kultur.",
  "You lose one culture.": "Du verlierst 1 Kultur.",
  "You lose one energy and one culture.": "Du verlierst 1 Energie und 1 Kultur.",
  "You lose one energy.": "Du verlierst 1 Energie.",
  "You roll one die fewer on your next turn.": "In deinem nächsten Zug würfelst du mit 1 Würfel weniger.",
  "You take two culture; every other player takes one culture.":
    "Du nimmst 2 Kultur; jeder andere nimmt 1 Kultur.",
  "You take two energy; every other player takes one energy.":
    "Du nimmst 2 Energie; jeder andere nimmt 1 Energie.",
  "Your empire stands on its last level.": "Dein Imperium steht auf seiner letzten Stufe.",
};
