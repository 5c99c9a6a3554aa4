/** Polish: the texts of Race for the Galaxy's cards, by the sentences of the catalog. */

export default {
  "Alien-technology production world.": "Świat produkcyjny (Technologia Obcych).",
  "Alien-technology windfall world: gets one good at once when it is placed.":
    "Świat okazjonalny (Technologia Obcych): po zagraniu od razu dostaje towar.",
  "Consume: 1 genes good becomes 1 VP plus 1 card.": "Konsumpcja: 1 towar (geny) daje 1 PZ i 1 kartę.",
  "Consume: 1 genes good becomes 1 VP.": "Konsumpcja: 1 towar (geny) daje 1 PZ.",
  "Consume: 1 good becomes 1 VP plus 1 card.": "Konsumpcja: 1 towar daje 1 PZ i 1 kartę.",
  "Consume: 1 good becomes 1 VP.": "Konsumpcja: 1 towar daje 1 PZ.",
  "Consume: 1 good becomes 1 card.": "Konsumpcja: 1 towar daje 1 kartę.",
  "Consume: 1 good becomes 2 VP.": "Konsumpcja: 1 towar daje 2 PZ.",
  "Consume: 1 good becomes 2 cards.": "Konsumpcja: 1 towar daje 2 karty.",
  "Consume: 1 good becomes as many cards as its base selling price, raised by every Trade power you own including the one on this card.":
    "Konsumpcja: 1 towar daje tyle kart, ile wynosi jego podstawowa cena, powiększona o każdą twoją zdolność handlu, także tę z tej karty.",
  "Consume: 1 good becomes as many cards as its base selling price, without any Trade power.":
    "Konsumpcja: 1 towar daje tyle kart, ile wynosi jego podstawowa cena, bez zdolności handlu.",
  "Consume: 1 novelty good becomes 1 card.": "Konsumpcja: 1 towar (ulepszenia) daje 1 kartę.",
  "Consume: 1 rare-elements good becomes 1 VP plus 1 card.":
    "Konsumpcja: 1 towar (rzadkie pierwiastki) daje 1 PZ i 1 kartę.",
  "Consume: 2 goods (same kind or not) become 3 VP in total.":
    "Konsumpcja: 2 towary (tego samego rodzaju lub nie) dają razem 3 PZ.",
  "Consume: 2 rare-elements goods become 3 VP in total.":
    "Konsumpcja: 2 towary (rzadkie pierwiastki) dają razem 3 PZ.",
  "Consume: 3 goods of 3 different kinds become 3 VP in total.":
    "Konsumpcja: 3 towary 3 różnych rodzajów dają razem 3 PZ.",
  "Consume: all goods you still hold are used up for VP equal to their number less one.":
    "Konsumpcja: zużywasz wszystkie pozostałe towary i dostajesz za każdy po jednym PZ, łącznie o jeden mniej.",
  "Consume: as many goods as you have, 2 at most, become 1 VP each.":
    "Konsumpcja: tyle towarów, ile masz, najwyżej 2, daje po 1 PZ.",
  "Consume: as many novelty goods as you have, 3 at most, become 1 VP each.":
    "Konsumpcja: tyle towarów (ulepszenia), ile masz, najwyżej 3, daje po 1 PZ.",
  "Consume: as many novelty goods as you have, 3 at most, become 1 VP plus 1 card each.":
    "Konsumpcja: tyle towarów (ulepszenia), ile masz, najwyżej 3, daje po 1 PZ i 1 karcie.",
  "Consume: as many rare-elements goods as you have, 2 at most, become 1 VP each.":
    "Konsumpcja: tyle towarów (rzadkie pierwiastki), ile masz, najwyżej 2, daje po 1 PZ.",
  "Consume: call a number from 1 to 7 and turn over the top of the deck; a card with that cost or defense joins your hand, any other is discarded.":
    "Konsumpcja: podaj liczbę od 1 do 7 i odkryj wierzchnią kartę talii; karta o takim koszcie lub obronie trafia na twoją rękę, każda inna zostaje odrzucona.",
  "Consume: goods bring twice the VP.": "Konsumpcja: towary dają podwójne PZ.",
  "Consume: if you like, throw away at most 2 hand cards for 1 VP each; these VP are never doubled.":
    "Konsumpcja: jeśli chcesz, odrzuć najwyżej 2 karty z ręki po 1 PZ; te PZ nigdy się nie podwajają.",
  "Consume: sell a good first.": "Konsumpcja: najpierw sprzedaj towar.",
  "Consume: take 1 card.": "Konsumpcja: dobierz 1 kartę.",
  "Develop: pay 1 card less.": "Rozwój: zapłać o 1 kartę mniej.",
  "Develop: take 1 card as the phase opens, before anyone picks a development.":
    "Rozwój: dobierz 1 kartę na początku fazy, zanim ktokolwiek wybierze rozwinięcie.",
  "Develop: take 1 card once a later development of yours is paid for.":
    "Rozwój: dobierz 1 kartę po zapłaceniu za każde późniejsze rozwinięcie.",
  "Develop: your later developments cost 1 less.": "Rozwój: twoje późniejsze rozwinięcia kosztują o 1 mniej.",
  "Develop: your later developments cost 2 less.": "Rozwój: twoje późniejsze rozwinięcia kosztują o 2 mniej.",
  "End of game: 1 per development owning some Explore power, 2 per world owning some Explore power, 1 per remaining world.":
    "Koniec gry: 1 za każde rozwinięcie ze zdolnością eksploracji, 2 za każdy świat ze zdolnością eksploracji, 1 za każdy pozostały świat.",
  "End of game: 1 per full 3 VP in chips, 3 per Research Labs / Galactic Trendsetters / Artist Colony.":
    "Koniec gry: 1 za każde pełne 3 PZ w żetonach, 3 za każdą z kart Research Labs / Galactic Trendsetters / Artist Colony.",
  "End of game: 1 per point of unconditional strength (negatives count).":
    "Koniec gry: 1 za każdy punkt bezwarunkowej siły (ujemne się liczą).",
  "End of game: 2 per development of cost 6, 1 per remaining development.":
    "Koniec gry: 2 za każde rozwinięcie o koszcie 6, 1 za każde pozostałe rozwinięcie.",
  "End of game: 2 per development owning some Consume power, 1 per world owning some Consume power.":
    "Koniec gry: 2 za każde rozwinięcie ze zdolnością konsumpcji, 1 za każdy świat ze zdolnością konsumpcji.",
  "End of game: 2 per development owning some Trade power, 1 per world owning some Trade power.":
    "Koniec gry: 2 za każde rozwinięcie ze zdolnością handlu, 1 za każdy świat ze zdolnością handlu.",
  "End of game: 2 per genes production world, 2 per genes windfall world, 1 per remaining military world, 3 per Contact Specialist.":
    "Koniec gry: 2 za każdy świat produkcyjny (geny), 2 za każdy świat okazjonalny (geny), 1 za każdy pozostały świat wojskowy, 3 za Contact Specialist.",
  "End of game: 2 per military rebel world, 1 per remaining military world.":
    "Koniec gry: 2 za każdy wojskowy świat rebeliantów, 1 za każdy pozostały świat wojskowy.",
  "End of game: 2 per novelty production world, 1 per novelty windfall world, 2 per Consumer Markets / Expanding Colony.":
    "Koniec gry: 2 za każdy świat produkcyjny (ulepszenia), 1 za każdy świat okazjonalny (ulepszenia), 2 za każdą z kart Consumer Markets / Expanding Colony.",
  "End of game: 2 per production world.": "Koniec gry: 2 za każdy świat produkcyjny.",
  "End of game: 2 per rare-elements production world, 1 per rare-elements windfall world, 2 per Mining Robots / Mining Conglomerate.":
    "Koniec gry: 2 za każdy świat produkcyjny (rzadkie pierwiastki), 1 za każdy świat okazjonalny (rzadkie pierwiastki), 2 za każdą z kart Mining Robots / Mining Conglomerate.",
  "End of game: 3 per alien-technology production world, 2 per alien-technology windfall world, 2 per remaining card with the alien keyword.":
    "Koniec gry: 3 za każdy świat produkcyjny (Technologia Obcych), 2 za każdy świat okazjonalny (Technologia Obcych), 2 za każdą pozostałą kartę z oznaczeniem Obcych.",
  "Explore: choose from 1 more card.": "Eksploracja: obejrzyj o 1 kartę więcej.",
  "Explore: choose from 2 more cards.": "Eksploracja: obejrzyj o 2 karty więcej.",
  "Explore: draw 1 more, keep 1 more.": "Eksploracja: dobierz o 1 więcej, zatrzymaj o 1 więcej.",
  "Explore: draw 5 more.": "Eksploracja: dobierz o 5 więcej.",
  "Explore: keep 1 more card.": "Eksploracja: zatrzymaj o 1 kartę więcej.",
  "Genes production world.": "Świat produkcyjny (geny).",
  "Genes windfall world: gets one good at once when it is placed.":
    "Świat okazjonalny (geny): po zagraniu od razu dostaje towar.",
  "Grey world, never holds a good.": "Świat bez koloru, nigdy nie ma towaru.",
  "No powers.": "Brak zdolności.",
  "Novelty production world.": "Świat produkcyjny (ulepszenia).",
  "Novelty windfall world: gets one good at once when it is placed.":
    "Świat okazjonalny (ulepszenia): po zagraniu od razu dostaje towar.",
  "Produce: a good on one of your windfall worlds.":
    "Produkcja: towar na jeden z twoich światów okazjonalnych.",
  "Produce: gets a genes good if it is empty.": "Produkcja: dostaje towar (geny), jeśli jest pusty.",
  "Produce: gets a novelty good if it is empty.": "Produkcja: dostaje towar (ulepszenia), jeśli jest pusty.",
  "Produce: gets a rare-elements good if it is empty.":
    "Produkcja: dostaje towar (rzadkie pierwiastki), jeśli jest pusty.",
  "Produce: gets an alien-technology good if it is empty.":
    "Produkcja: dostaje towar (Technologia Obcych), jeśli jest pusty.",
  "Produce: put a good on one empty alien-technology windfall world of yours.":
    "Produkcja: połóż towar na jednym ze swoich pustych światów okazjonalnych (Technologia Obcych).",
  "Produce: put a good on one empty genes windfall world of yours.":
    "Produkcja: połóż towar na jednym ze swoich pustych światów okazjonalnych (geny).",
  "Produce: put a good on one empty novelty windfall world of yours.":
    "Produkcja: połóż towar na jednym ze swoich pustych światów okazjonalnych (ulepszenia).",
  "Produce: put a good on one empty rare-elements windfall world of yours.":
    "Produkcja: połóż towar na jednym ze swoich pustych światów okazjonalnych (rzadkie pierwiastki).",
  "Produce: put a good on one empty windfall world of yours.":
    "Produkcja: połóż towar na jednym ze swoich pustych światów okazjonalnych.",
  "Produce: take 1 card for every alien-technology good you produced in this phase.":
    "Produkcja: dobierz 1 kartę za każdy towar (Technologia Obcych) wyprodukowany przez ciebie w tej fazie.",
  "Produce: take 1 card for every different kind among the goods you produced in this phase.":
    "Produkcja: dobierz 1 kartę za każdy rodzaj towarów wyprodukowanych przez ciebie w tej fazie.",
  "Produce: take 1 card for every genes world in your tableau, production or windfall, empty or not.":
    "Produkcja: dobierz 1 kartę za każdy świat (geny) w twoim tableau, produkcyjny lub okazjonalny, pusty lub nie.",
  "Produce: take 1 card for every novelty good you produced in this phase.":
    "Produkcja: dobierz 1 kartę za każdy towar (ulepszenia) wyprodukowany przez ciebie w tej fazie.",
  "Produce: take 1 card when a good has just been produced here.":
    "Produkcja: dobierz 1 kartę, jeśli właśnie powstał tu towar.",
  "Produce: take 1 card.": "Produkcja: dobierz 1 kartę.",
  "Produce: take 2 cards when a good has just been produced here.":
    "Produkcja: dobierz 2 karty, jeśli właśnie powstał tu towar.",
  "Produce: take 2 cards.": "Produkcja: dobierz 2 karty.",
  "Produce: when all are done, take 2 cards if you produced strictly more rare-elements goods in this phase than each other player.":
    "Produkcja: gdy wszyscy skończą, dobierz 2 karty, jeśli w tej fazie masz więcej wyprodukowanych towarów (rzadkie pierwiastki) niż każdy inny gracz.",
  "Rare-elements production world.": "Świat produkcyjny (rzadkie pierwiastki).",
  "Rare-elements windfall world: gets one good at once when it is placed.":
    "Świat okazjonalny (rzadkie pierwiastki): po zagraniu od razu dostaje towar.",
  "Settle: draw 1 card after placing a world.": "Kolonizacja: dobierz 1 kartę po zagraniu świata.",
  "Settle: non-military alien-technology worlds cost you 2 less.":
    "Kolonizacja: niewojskowe światy (Technologia Obcych) kosztują cię o 2 mniej.",
  "Settle: non-military rare-elements worlds cost you 1 less.":
    "Kolonizacja: niewojskowe światy (rzadkie pierwiastki) kosztują cię o 1 mniej.",
  "Settle: non-military worlds cost you 2 less.": "Kolonizacja: niewojskowe światy kosztują cię o 2 mniej.",
  "Settle: scrap this card, if you like, for strength +3 until that Settle phase is over.":
    "Kolonizacja: jeśli chcesz, odrzuć tę kartę i miej siłę +3 do końca tej fazy kolonizacji.",
  "Settle: scrap this card, if you like, so that the non-military world you are placing is free; useless for alien-technology worlds.":
    "Kolonizacja: jeśli chcesz, odrzuć tę kartę, a zagrywany niewojskowy świat nic nie kosztuje; nie działa na światy (Technologia Obcych).",
  "Settle: strength +1, counted only against military rare-elements worlds.":
    "Kolonizacja: siła +1, tylko wobec wojskowych światów (rzadkie pierwiastki).",
  "Settle: strength +1.": "Kolonizacja: siła +1.",
  "Settle: strength +2, counted only against military alien-technology worlds.":
    "Kolonizacja: siła +2, tylko wobec wojskowych światów (Technologia Obcych).",
  "Settle: strength +2.": "Kolonizacja: siła +2.",
  "Settle: strength +3.": "Kolonizacja: siła +3.",
  "Settle: strength +4, counted only against military rebel worlds.":
    "Kolonizacja: siła +4, tylko wobec wojskowych światów rebeliantów.",
  "Settle: strength -1.": "Kolonizacja: siła −1.",
  "Settle: take 1 card after each world you place.":
    "Kolonizacja: dobierz 1 kartę po każdym zagranym świecie.",
  "Settle: you are allowed to buy a military world as though it were non-military, for its defense minus 1 and any further discounts; never an alien-technology world.":
    "Kolonizacja: możesz zapłacić za świat wojskowy, jakby był niewojskowy, za jego obronę minus 1 i minus inne zniżki; nigdy za świat (Technologia Obcych).",
  "Trade: selling a genes good brings 1 extra card.": "Handel: sprzedaż towaru (geny) daje o 1 kartę więcej.",
  "Trade: selling a genes good brings 2 extra cards.":
    "Handel: sprzedaż towaru (geny) daje o 2 karty więcej.",
  "Trade: selling a novelty good brings 2 extra cards.":
    "Handel: sprzedaż towaru (ulepszenia) daje o 2 karty więcej.",
  "Trade: selling a novelty good brings 3 extra cards.":
    "Handel: sprzedaż towaru (ulepszenia) daje o 3 karty więcej.",
  "Trade: selling a rare-elements good brings 1 extra card.":
    "Handel: sprzedaż towaru (rzadkie pierwiastki) daje o 1 kartę więcej.",
  "Trade: selling a rare-elements good brings 2 extra cards.":
    "Handel: sprzedaż towaru (rzadkie pierwiastki) daje o 2 karty więcej.",
  "Trade: selling any good brings 1 extra card.": "Handel: sprzedaż dowolnego towaru daje o 1 kartę więcej.",
  "Trade: selling any good brings 2 extra cards.": "Handel: sprzedaż dowolnego towaru daje o 2 karty więcej.",
  "Trade: selling the good lying on this world brings 1 extra card.":
    "Handel: sprzedaż towaru z tego świata daje o 1 kartę więcej.",
  "Trade: selling the good lying on this world brings 3 extra cards.":
    "Handel: sprzedaż towaru z tego świata daje o 3 karty więcej.",
};
