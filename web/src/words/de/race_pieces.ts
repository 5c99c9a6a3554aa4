/** German: the texts of Race for the Galaxy's cards, by the sentences of the catalog. */

export default {
  "Alien-technology production world.": "Produktionswelt (Alien-Technologie).",
  "Alien-technology windfall world: gets one good at once when it is placed.":
    "Sonderproduktionswelt (Alien-Technologie): bekommt beim Ausspielen sofort ein Gut.",
  "Consume: 1 genes good becomes 1 VP plus 1 card.": "Konsumieren: 1 Gut Gene wird zu 1 SP und 1 Karte.",
  "Consume: 1 genes good becomes 1 VP.": "Konsumieren: 1 Gut Gene wird zu 1 SP.",
  "Consume: 1 good becomes 1 VP plus 1 card.": "Konsumieren: 1 Gut wird zu 1 SP und 1 Karte.",
  "Consume: 1 good becomes 1 VP.": "Konsumieren: 1 Gut wird zu 1 SP.",
  "Consume: 1 good becomes 1 card.": "Konsumieren: 1 Gut wird zu 1 Karte.",
  "Consume: 1 good becomes 2 VP.": "Konsumieren: 1 Gut wird zu 2 SP.",
  "Consume: 1 good becomes 2 cards.": "Konsumieren: 1 Gut wird zu 2 Karten.",
  "Consume: 1 good becomes as many cards as its base selling price, raised by every Trade power you own including the one on this card.":
    "Konsumieren: 1 Gut wird zu so vielen Karten, wie sein Grundpreis beträgt, erhöht um jede deiner Handelsfähigkeiten, auch um die auf dieser Karte.",
  "Consume: 1 good becomes as many cards as its base selling price, without any Trade power.":
    "Konsumieren: 1 Gut wird zu so vielen Karten, wie sein Grundpreis beträgt, ohne Handelsfähigkeiten.",
  "Consume: 1 novelty good becomes 1 card.": "Konsumieren: 1 Gut Luxusartikel wird zu 1 Karte.",
  "Consume: 1 rare-elements good becomes 1 VP plus 1 card.":
    "Konsumieren: 1 Gut Seltene Elemente wird zu 1 SP und 1 Karte.",
  "Consume: 2 goods (same kind or not) become 3 VP in total.":
    "Konsumieren: 2 Güter (gleicher Art oder nicht) werden zusammen zu 3 SP.",
  "Consume: 2 rare-elements goods become 3 VP in total.":
    "Konsumieren: 2 Güter Seltene Elemente werden zusammen zu 3 SP.",
  "Consume: 3 goods of 3 different kinds become 3 VP in total.":
    "Konsumieren: 3 Güter von 3 verschiedenen Arten werden zusammen zu 3 SP.",
  "Consume: all goods you still hold are used up for VP equal to their number less one.":
    "Konsumieren: Alle Güter, die du noch hast, werden verbraucht; für jedes gibt es ein SP, insgesamt eines weniger.",
  "Consume: as many goods as you have, 2 at most, become 1 VP each.":
    "Konsumieren: So viele Güter, wie du hast, höchstens 2, werden zu je 1 SP.",
  "Consume: as many novelty goods as you have, 3 at most, become 1 VP each.":
    "Konsumieren: So viele Güter Luxusartikel, wie du hast, höchstens 3, werden zu je 1 SP.",
  "Consume: as many novelty goods as you have, 3 at most, become 1 VP plus 1 card each.":
    "Konsumieren: So viele Güter Luxusartikel, wie du hast, höchstens 3, werden zu je 1 SP und 1 Karte.",
  "Consume: as many rare-elements goods as you have, 2 at most, become 1 VP each.":
    "Konsumieren: So viele Güter Seltene Elemente, wie du hast, höchstens 2, werden zu je 1 SP.",
  "Consume: call a number from 1 to 7 and turn over the top of the deck; a card with that cost or defense joins your hand, any other is discarded.":
    "Konsumieren: Sage eine Zahl von 1 bis 7 an und decke die oberste Karte des Stapels auf; hat sie diese Kosten oder diese Verteidigung, kommt sie auf deine Hand, sonst wird sie abgelegt.",
  "Consume: goods bring twice the VP.": "Konsumieren: Güter bringen doppelte SP.",
  "Consume: if you like, throw away at most 2 hand cards for 1 VP each; these VP are never doubled.":
    "Konsumieren: Wenn du willst, lege höchstens 2 Handkarten für je 1 SP ab; diese SP werden nie verdoppelt.",
  "Consume: sell a good first.": "Konsumieren: Verkaufe zuerst ein Gut.",
  "Consume: take 1 card.": "Konsumieren: Ziehe 1 Karte.",
  "Develop: pay 1 card less.": "Entwickeln: Bezahle 1 Karte weniger.",
  "Develop: take 1 card as the phase opens, before anyone picks a development.":
    "Entwickeln: Ziehe 1 Karte zu Beginn der Phase, bevor jemand eine Entwicklung wählt.",
  "Develop: take 1 card once a later development of yours is paid for.":
    "Entwickeln: Ziehe 1 Karte, sobald eine spätere Entwicklung von dir bezahlt ist.",
  "Develop: your later developments cost 1 less.":
    "Entwickeln: Deine späteren Entwicklungen kosten 1 weniger.",
  "Develop: your later developments cost 2 less.":
    "Entwickeln: Deine späteren Entwicklungen kosten 2 weniger.",
  "End of game: 1 per development owning some Explore power, 2 per world owning some Explore power, 1 per remaining world.":
    "Spielende: 1 je Entwicklung mit einer Erkunden-Fähigkeit, 2 je Welt mit einer Erkunden-Fähigkeit, 1 je übriger Welt.",
  "End of game: 1 per full 3 VP in chips, 3 per Research Labs / Galactic Trendsetters / Artist Colony.":
    "Spielende: 1 je volle 3 SP in Chips, 3 je Research Labs / Galactic Trendsetters / Artist Colony.",
  "End of game: 1 per point of unconditional strength (negatives count).":
    "Spielende: 1 je Punkt Stärke ohne Bedingung (negative zählen mit).",
  "End of game: 2 per development of cost 6, 1 per remaining development.":
    "Spielende: 2 je Entwicklung mit Kosten 6, 1 je übriger Entwicklung.",
  "End of game: 2 per development owning some Consume power, 1 per world owning some Consume power.":
    "Spielende: 2 je Entwicklung mit einer Konsumieren-Fähigkeit, 1 je Welt mit einer Konsumieren-Fähigkeit.",
  "End of game: 2 per development owning some Trade power, 1 per world owning some Trade power.":
    "Spielende: 2 je Entwicklung mit einer Handelsfähigkeit, 1 je Welt mit einer Handelsfähigkeit.",
  "End of game: 2 per genes production world, 2 per genes windfall world, 1 per remaining military world, 3 per Contact Specialist.":
    "Spielende: 2 je Produktionswelt (Gene), 2 je Sonderproduktionswelt (Gene), 1 je übriger Militärwelt, 3 je Contact Specialist.",
  "End of game: 2 per military rebel world, 1 per remaining military world.":
    "Spielende: 2 je Militärwelt der Rebellen, 1 je übriger Militärwelt.",
  "End of game: 2 per novelty production world, 1 per novelty windfall world, 2 per Consumer Markets / Expanding Colony.":
    "Spielende: 2 je Produktionswelt (Luxusartikel), 1 je Sonderproduktionswelt (Luxusartikel), 2 je Consumer Markets / Expanding Colony.",
  "End of game: 2 per production world.": "Spielende: 2 je Produktionswelt.",
  "End of game: 2 per rare-elements production world, 1 per rare-elements windfall world, 2 per Mining Robots / Mining Conglomerate.":
    "Spielende: 2 je Produktionswelt (Seltene Elemente), 1 je Sonderproduktionswelt (Seltene Elemente), 2 je Mining Robots / Mining Conglomerate.",
  "End of game: 3 per alien-technology production world, 2 per alien-technology windfall world, 2 per remaining card with the alien keyword.":
    "Spielende: 3 je Produktionswelt (Alien-Technologie), 2 je Sonderproduktionswelt (Alien-Technologie), 2 je übriger Karte mit dem Stichwort Alien.",
  "Explore: choose from 1 more card.": "Erkunden: Wähle aus 1 Karte mehr.",
  "Explore: choose from 2 more cards.": "Erkunden: Wähle aus 2 Karten mehr.",
  "Explore: draw 1 more, keep 1 more.": "Erkunden: Ziehe 1 mehr, behalte 1 mehr.",
  "Explore: draw 5 more.": "Erkunden: Ziehe 5 mehr.",
  "Explore: keep 1 more card.": "Erkunden: Behalte 1 Karte mehr.",
  "Genes production world.": "Produktionswelt (Gene).",
  "Genes windfall world: gets one good at once when it is placed.":
    "Sonderproduktionswelt (Gene): bekommt beim Ausspielen sofort ein Gut.",
  "Grey world, never holds a good.": "Farblose Welt, trägt nie ein Gut.",
  "No powers.": "Keine Fähigkeiten.",
  "Novelty production world.": "Produktionswelt (Luxusartikel).",
  "Novelty windfall world: gets one good at once when it is placed.":
    "Sonderproduktionswelt (Luxusartikel): bekommt beim Ausspielen sofort ein Gut.",
  "Produce: a good on one of your windfall worlds.":
    "Produzieren: ein Gut auf eine deiner Sonderproduktionswelten.",
  "Produce: gets a genes good if it is empty.": "Produzieren: Bekommt ein Gut Gene, wenn sie leer ist.",
  "Produce: gets a novelty good if it is empty.":
    "Produzieren: Bekommt ein Gut Luxusartikel, wenn sie leer ist.",
  "Produce: gets a rare-elements good if it is empty.":
    "Produzieren: Bekommt ein Gut Seltene Elemente, wenn sie leer ist.",
  "Produce: gets an alien-technology good if it is empty.":
    "Produzieren: Bekommt ein Gut Alien-Technologie, wenn sie leer ist.",
  "Produce: put a good on one empty alien-technology windfall world of yours.":
    "Produzieren: Lege ein Gut auf eine deiner leeren Sonderproduktionswelten (Alien-Technologie).",
  "Produce: put a good on one empty genes windfall world of yours.":
    "Produzieren: Lege ein Gut auf eine deiner leeren Sonderproduktionswelten (Gene).",
  "Produce: put a good on one empty novelty windfall world of yours.":
    "Produzieren: Lege ein Gut auf eine deiner leeren Sonderproduktionswelten (Luxusartikel).",
  "Produce: put a good on one empty rare-elements windfall world of yours.":
    "Produzieren: Lege ein Gut auf eine deiner leeren Sonderproduktionswelten (Seltene Elemente).",
  "Produce: put a good on one empty windfall world of yours.":
    "Produzieren: Lege ein Gut auf eine deiner leeren Sonderproduktionswelten.",
  "Produce: take 1 card for every alien-technology good you produced in this phase.":
    "Produzieren: Ziehe 1 Karte für jedes Gut Alien-Technologie, das du in dieser Phase produziert hast.",
  "Produce: take 1 card for every different kind among the goods you produced in this phase.":
    "Produzieren: Ziehe 1 Karte für jede Art von Gütern, die du in dieser Phase produziert hast.",
  "Produce: take 1 card for every genes world in your tableau, production or windfall, empty or not.":
    "Produzieren: Ziehe 1 Karte für jede Welt (Gene) in deiner Auslage, gleich ob Produktion oder Sonderproduktion, leer oder nicht.",
  "Produce: take 1 card for every novelty good you produced in this phase.":
    "Produzieren: Ziehe 1 Karte für jedes Gut Luxusartikel, das du in dieser Phase produziert hast.",
  "Produce: take 1 card when a good has just been produced here.":
    "Produzieren: Ziehe 1 Karte, wenn hier gerade ein Gut produziert wurde.",
  "Produce: take 1 card.": "Produzieren: Ziehe 1 Karte.",
  "Produce: take 2 cards when a good has just been produced here.":
    "Produzieren: Ziehe 2 Karten, wenn hier gerade ein Gut produziert wurde.",
  "Produce: take 2 cards.": "Produzieren: Ziehe 2 Karten.",
  "Produce: when all are done, take 2 cards if you produced strictly more rare-elements goods in this phase than each other player.":
    "Produzieren: Wenn alle fertig sind, ziehe 2 Karten, falls du in dieser Phase mehr Güter Seltene Elemente produziert hast als jeder andere.",
  "Rare-elements production world.": "Produktionswelt (Seltene Elemente).",
  "Rare-elements windfall world: gets one good at once when it is placed.":
    "Sonderproduktionswelt (Seltene Elemente): bekommt beim Ausspielen sofort ein Gut.",
  "Settle: draw 1 card after placing a world.":
    "Siedeln: Ziehe 1 Karte, nachdem du eine Welt ausgespielt hast.",
  "Settle: non-military alien-technology worlds cost you 2 less.":
    "Siedeln: Nichtmilitärische Welten (Alien-Technologie) kosten dich 2 weniger.",
  "Settle: non-military rare-elements worlds cost you 1 less.":
    "Siedeln: Nichtmilitärische Welten (Seltene Elemente) kosten dich 1 weniger.",
  "Settle: non-military worlds cost you 2 less.": "Siedeln: Nichtmilitärische Welten kosten dich 2 weniger.",
  "Settle: scrap this card, if you like, for strength +3 until that Settle phase is over.":
    "Siedeln: Wenn du willst, lege diese Karte ab; dafür hast du Stärke +3 bis zum Ende dieser Siedelphase.",
  "Settle: scrap this card, if you like, so that the non-military world you are placing is free; useless for alien-technology worlds.":
    "Siedeln: Wenn du willst, lege diese Karte ab; dafür kostet die nichtmilitärische Welt, die du ausspielst, nichts; gilt nicht für Welten (Alien-Technologie).",
  "Settle: strength +1, counted only against military rare-elements worlds.":
    "Siedeln: Stärke +1, nur gegen Militärwelten (Seltene Elemente).",
  "Settle: strength +1.": "Siedeln: Stärke +1.",
  "Settle: strength +2, counted only against military alien-technology worlds.":
    "Siedeln: Stärke +2, nur gegen Militärwelten (Alien-Technologie).",
  "Settle: strength +2.": "Siedeln: Stärke +2.",
  "Settle: strength +3.": "Siedeln: Stärke +3.",
  "Settle: strength +4, counted only against military rebel worlds.":
    "Siedeln: Stärke +4, nur gegen Militärwelten der Rebellen.",
  "Settle: strength -1.": "Siedeln: Stärke −1.",
  "Settle: take 1 card after each world you place.":
    "Siedeln: Ziehe 1 Karte nach jeder Welt, die du ausspielst.",
  "Settle: you are allowed to buy a military world as though it were non-military, for its defense minus 1 and any further discounts; never an alien-technology world.":
    "Siedeln: Du darfst eine Militärwelt bezahlen, als wäre sie nichtmilitärisch, für ihre Verteidigung weniger 1 und weniger aller sonstigen Nachlässe; nie eine Welt (Alien-Technologie).",
  "Trade: selling a genes good brings 1 extra card.":
    "Handeln: Der Verkauf eines Guts (Gene) bringt 1 Karte mehr.",
  "Trade: selling a genes good brings 2 extra cards.":
    "Handeln: Der Verkauf eines Guts (Gene) bringt 2 Karten mehr.",
  "Trade: selling a novelty good brings 2 extra cards.":
    "Handeln: Der Verkauf eines Guts (Luxusartikel) bringt 2 Karten mehr.",
  "Trade: selling a novelty good brings 3 extra cards.":
    "Handeln: Der Verkauf eines Guts (Luxusartikel) bringt 3 Karten mehr.",
  "Trade: selling a rare-elements good brings 1 extra card.":
    "Handeln: Der Verkauf eines Guts (Seltene Elemente) bringt 1 Karte mehr.",
  "Trade: selling a rare-elements good brings 2 extra cards.":
    "Handeln: Der Verkauf eines Guts (Seltene Elemente) bringt 2 Karten mehr.",
  "Trade: selling any good brings 1 extra card.":
    "Handeln: Der Verkauf eines beliebigen Guts bringt 1 Karte mehr.",
  "Trade: selling any good brings 2 extra cards.":
    "Handeln: Der Verkauf eines beliebigen Guts bringt 2 Karten mehr.",
  "Trade: selling the good lying on this world brings 1 extra card.":
    "Handeln: Der Verkauf des Guts auf dieser Welt bringt 1 Karte mehr.",
  "Trade: selling the good lying on this world brings 3 extra cards.":
    "Handeln: Der Verkauf des Guts auf dieser Welt bringt 3 Karten mehr.",
};
