/** Polish: the texts of Roll for the Galaxy's tiles, by the sentences of the catalog. */

export default {
  "1 VP in chips each time Ship is played.": "1 PZ w żetonach za każdym razem, gdy rozgrywana jest Dostawa.",
  "1 credit each time Ship is played, and a second one if every world of the highest printed cost found in any tableau belongs to the owner.":
    "1 kredyt za każdym razem, gdy rozgrywana jest Dostawa, i drugi, jeśli wszystkie światy o najwyższym wydrukowanym koszcie na wszystkich tablicach należą do ciebie.",
  "1 credit for every later development the owner completes.":
    "1 kredyt za każde późniejsze rozwinięcie, które ukończysz.",
  "1 credit for every tile (development or world) the owner completes from then on; its own completion does not count.":
    "1 kredyt za każdy kafel (rozwinięcie lub świat), który odtąd ukończysz; ten się nie liczy.",
  "1 credit for every world the owner completes, 2 in all if that world is a Rare Elements world.":
    "1 kredyt za każdy świat, który ukończysz, łącznie 2, jeśli to świat (rzadkie pierwiastki).",
  "1 per development in the owner's tableau that has no Reassign power; it counts itself.":
    "1 za każde rozwinięcie na twojej tablicy bez zdolności przydziału; to też się liczy.",
  "1 per development in the owner's tableau, itself and faction squares included.":
    "1 za każde rozwinięcie na twojej tablicy, wliczając to i pola frakcji.",
  "1 per different die colour among all dice owned, wherever they are (7 at most).":
    "1 za każdy inny kolor wśród wszystkich twoich kości, gdziekolwiek są (najwyżej 7).",
  "1 per good still on the owner's worlds after the last Manage Empire step.":
    "1 za każdy towar, który po ostatnim zarządzaniu imperium został na twoich światach.",
  "2 credits when Develop closes, already in the very Develop phase that completes this tile.":
    "2 kredyty na koniec Rozwoju, już w tej fazie, w której ten kafel zostaje ukończony.",
  "2 credits when Produce closes.": "2 kredyty na koniec Produkcji.",
  "2 credits when Settle closes.": "2 kredyty na koniec Kolonizacji.",
  "2 credits when Ship closes.": "2 kredyty na koniec Dostawy.",
  "2 per Rare Elements world in the owner's tableau.":
    "2 za każdy świat (rzadkie pierwiastki) na twojej tablicy.",
  "2 per set of three Military dice owned anywhere; a started set counts as whole.":
    "2 za każdy zestaw 3 twoich kości (wojsko), gdziekolwiek są; zaczęty zestaw liczy się jako pełny.",
  "A Consume (never a Trade) of a good lying on a Rare Elements world pays the owner 1 credit besides its VP.":
    "Konsumpcja (nigdy sprzedaż) towaru ze świata (rzadkie pierwiastki) daje ci oprócz PZ także 1 kredyt.",
  "A Consume of a good lying on a Genes or an Alien Technology world yields the owner 1 VP more.":
    "Konsumpcja towaru ze świata (geny) lub świata (Technologia Obcych) daje ci o 1 PZ więcej.",
  "A Consume of a good lying on a Rare Elements world yields the owner 1 VP more.":
    "Konsumpcja towaru ze świata (rzadkie pierwiastki) daje ci o 1 PZ więcej.",
  "A Dictate of the owner may move as many as three other workers instead of one, each into any column.":
    "Dyktując, możesz przesunąć do 3 innych robotników zamiast jednego, każdego do dowolnej kolumny.",
  "A Stock task done by an Alien Technology explorer pays 4 credits in all rather than 2.":
    "Magazynowanie przez odkrywcę (Technologia Obcych) daje łącznie 4 kredyty zamiast 2.",
  "A Trade of a good lying on a Novelty world pays the owner 2 credits more.":
    "Sprzedaż towaru ze świata (ulepszenia) daje ci o 2 kredyty więcej.",
  "A Trade of a good lying on a Rare Elements world pays the owner 1 credit more.":
    "Sprzedaż towaru ze świata (rzadkie pierwiastki) daje ci o 1 kredyt więcej.",
  "A third of the summed printed cost of the owner's developments (itself included), rounded up.":
    "Jedna trzecia sumy wydrukowanych kosztów twoich rozwinięć (wliczając to), zaokrąglona w górę.",
  "All the owner's worlds cost 1 settler less, never below 1.":
    "Wszystkie twoje światy kosztują o 1 robotnika mniej, nigdy poniżej 1.",
  "At once on completion: return one of your dice to the supply, then take 1 credit and a Military die into the cup.":
    "Od razu po ukończeniu: oddaj jedną ze swoich kości do zasobów, potem weź 1 kredyt oraz kość (wojsko) do kubka.",
  "At once on completion: return one of your dice to the supply, then take two Military dice into the cup.":
    "Od razu po ukończeniu: oddaj jedną ze swoich kości do zasobów, potem weź 2 kości (wojsko) do kubka.",
  "At once on completion: return one of your dice to the supply, then take two Novelty dice into the cup.":
    "Od razu po ukończeniu: oddaj jedną ze swoich kości do zasobów, potem weź 2 kości (ulepszenia) do kubka.",
  "At setup: one new Alien Technology die to the Citizenry.":
    "Na początku gry: 1 nowa kość (Technologia Obcych) do populacji.",
  "At setup: one new Consumption die to the Citizenry.":
    "Na początku gry: 1 nowa kość (konsumpcja) do populacji.",
  "At setup: one new Consumption die to the cup.": "Na początku gry: 1 nowa kość (konsumpcja) do kubka.",
  "At setup: one new Genes die to the Citizenry.": "Na początku gry: 1 nowa kość (geny) do populacji.",
  "At setup: one new Genes die to the cup.": "Na początku gry: 1 nowa kość (geny) do kubka.",
  "At setup: one new Genes die to this world as a good.":
    "Na początku gry: 1 nowa kość (geny) jako towar na ten świat.",
  "At setup: one new Military die to the Citizenry.": "Na początku gry: 1 nowa kość (wojsko) do populacji.",
  "At setup: one new Military die to the cup.": "Na początku gry: 1 nowa kość (wojsko) do kubka.",
  "At setup: one new Novelty die to the Citizenry; one new Military die to the Citizenry.":
    "Na początku gry: 1 nowa kość (ulepszenia) do populacji; 1 nowa kość (wojsko) do populacji.",
  "At setup: one new Novelty die to the cup.": "Na początku gry: 1 nowa kość (ulepszenia) do kubka.",
  "At setup: one new Novelty die to this world as a good.":
    "Na początku gry: 1 nowa kość (ulepszenia) jako towar na ten świat.",
  "At setup: one new Rare Elements die to the Citizenry.":
    "Na początku gry: 1 nowa kość (rzadkie pierwiastki) do populacji.",
  "At setup: one new Rare Elements die to the cup.":
    "Na początku gry: 1 nowa kość (rzadkie pierwiastki) do kubka.",
  "At setup: one new Rare Elements die to this world as a good.":
    "Na początku gry: 1 nowa kość (rzadkie pierwiastki) jako towar na ten świat.",
  "At setup: the credit marker begins on 8 rather than 1; no dice.":
    "Na początku gry: znacznik kredytów zaczyna na 8 zamiast na 1; bez kości.",
  "At setup: two new Military dice to the Citizenry.": "Na początku gry: 2 nowe kości (wojsko) do populacji.",
  "Each time Explore or Produce is played: 1 credit if the owner's tableau alone holds the largest number of developments; a shared lead pays nothing.":
    "Za każdym razem, gdy rozgrywana jest Eksploracja lub Produkcja: 1 kredyt, jeśli masz więcej rozwinięć niż każdy inny gracz; remis nic nie daje.",
  "Every Consume pays the owner 1 credit besides its VP.":
    "Każda konsumpcja daje ci oprócz PZ także 1 kredyt.",
  "Every Consume pays the owner 2 credits besides its VP.":
    "Każda konsumpcja daje ci oprócz PZ także 2 kredyty.",
  "Every Consume yields the owner 1 VP more.": "Każda konsumpcja daje ci o 1 PZ więcej.",
  "Every Trade pays the owner 1 credit more.": "Każda sprzedaż daje ci o 1 kredyt więcej.",
  "Half the summed printed cost of the owner's Novelty worlds, rounded up.":
    "Połowa sumy wydrukowanych kosztów twoich światów (ulepszenia), zaokrąglona w górę.",
  "Half the summed printed cost of the owner's developments with a Reassign power (itself included), rounded up.":
    "Połowa sumy wydrukowanych kosztów twoich rozwinięć ze zdolnością przydziału (wliczając to), zaokrąglona w górę.",
  "If he only shares the lead: one worker.": "Przy remisie na czele: jednego robotnika.",
  "If no tableau holds as many Novelty worlds as the owner's: optional move of one or two workers into any columns.":
    "Jeśli masz więcej światów (ulepszenia) niż każdy inny gracz, możesz przesunąć jednego lub dwóch robotników do dowolnych kolumn.",
  "In Explore the owner commands one imaginary extra Home explorer.":
    "Eksploracja: masz jednego dodatkowego odkrywcę (rodzima populacja) bez kości.",
  "In Explore the owner commands two imaginary extra explorers: one Home, one Alien Technology.":
    "Eksploracja: masz 2 dodatkowych odkrywców bez kości: rodzima populacja i Technologia Obcych.",
  "In Ship the owner commands one imaginary extra Home shipper.":
    "Dostawa: masz jednego dodatkowego handlarza (rodzima populacja) bez kości.",
  "In Ship the owner commands two imaginary extra shippers: one Home, one Genes.":
    "Dostawa: masz 2 dodatkowych handlarzy bez kości: rodzima populacja i geny.",
  "Not after the closing draw of Alien Research Team.": "Nie po końcowym dobraniu z Alien Research Team.",
  "Not itself a Reassign power.": "Sama nie jest zdolnością przydziału.",
  "On completion: collect 1 credit; one new Alien Technology die to the cup.":
    "Po ukończeniu: 1 kredyt; 1 nowa kość (Technologia Obcych) do kubka.",
  "On completion: collect 1 credit; one new Alien Technology die to this world as a good.":
    "Po ukończeniu: 1 kredyt; 1 nowa kość (Technologia Obcych) jako towar na ten świat.",
  "On completion: collect 1 credit; one new Consumption die to the Citizenry.":
    "Po ukończeniu: 1 kredyt; 1 nowa kość (konsumpcja) do populacji.",
  "On completion: collect 1 credit; one new Genes die to the cup.":
    "Po ukończeniu: 1 kredyt; 1 nowa kość (geny) do kubka.",
  "On completion: collect 1 credit; one new Genes die to this world as a good.":
    "Po ukończeniu: 1 kredyt; 1 nowa kość (geny) jako towar na ten świat.",
  "On completion: collect 1 credit; one new Rare Elements die to this world as a good.":
    "Po ukończeniu: 1 kredyt; 1 nowa kość (rzadkie pierwiastki) jako towar na ten świat.",
  "On completion: collect 2 credits; one new Alien Technology die to the cup.":
    "Po ukończeniu: 2 kredyty; 1 nowa kość (Technologia Obcych) do kubka.",
  "On completion: collect 2 credits; one new Alien Technology die to this world as a good.":
    "Po ukończeniu: 2 kredyty; 1 nowa kość (Technologia Obcych) jako towar na ten świat.",
  "On completion: collect 2 credits; one new Consumption die to the Citizenry.":
    "Po ukończeniu: 2 kredyty; 1 nowa kość (konsumpcja) do populacji.",
  "On completion: collect 2 credits; two new Consumption dice to the Citizenry.":
    "Po ukończeniu: 2 kredyty; 2 nowe kości (konsumpcja) do populacji.",
  "On completion: collect 3 credits; one new Alien Technology die to the cup.":
    "Po ukończeniu: 3 kredyty; 1 nowa kość (Technologia Obcych) do kubka.",
  "On completion: hand one of your own dice back to the supply; one new Military die to the Citizenry; one new Genes die to the Citizenry.":
    "Po ukończeniu: jedna z twoich kości wraca do zasobów; 1 nowa kość (wojsko) do populacji; 1 nowa kość (geny) do populacji.",
  "On completion: hand one of your own dice back to the supply; one new Military die to the cup.":
    "Po ukończeniu: jedna z twoich kości wraca do zasobów; 1 nowa kość (wojsko) do kubka.",
  "On completion: hand one of your own dice back to the supply; two new Military dice to the Citizenry.":
    "Po ukończeniu: jedna z twoich kości wraca do zasobów; 2 nowe kości (wojsko) do populacji.",
  "On completion: one new Alien Technology die to this world as a good.":
    "Po ukończeniu: 1 nowa kość (Technologia Obcych) jako towar na ten świat.",
  "On completion: one new Consumption die to the Citizenry.":
    "Po ukończeniu: 1 nowa kość (konsumpcja) do populacji.",
  "On completion: one new Genes die to the cup.": "Po ukończeniu: 1 nowa kość (geny) do kubka.",
  "On completion: one new Genes die to this world as a good.":
    "Po ukończeniu: 1 nowa kość (geny) jako towar na ten świat.",
  "On completion: one new Military die to the Citizenry.":
    "Po ukończeniu: 1 nowa kość (wojsko) do populacji.",
  "On completion: one new Military die to the Citizenry; one new Rare Elements die to the Citizenry.":
    "Po ukończeniu: 1 nowa kość (wojsko) do populacji; 1 nowa kość (rzadkie pierwiastki) do populacji.",
  "On completion: one new Military die to the cup.": "Po ukończeniu: 1 nowa kość (wojsko) do kubka.",
  "On completion: one new Novelty die to the Citizenry.":
    "Po ukończeniu: 1 nowa kość (ulepszenia) do populacji.",
  "On completion: one new Novelty die to the cup.": "Po ukończeniu: 1 nowa kość (ulepszenia) do kubka.",
  "On completion: one new Novelty die to this world as a good.":
    "Po ukończeniu: 1 nowa kość (ulepszenia) jako towar na ten świat.",
  "On completion: one new Rare Elements die to the cup.":
    "Po ukończeniu: 1 nowa kość (rzadkie pierwiastki) do kubka.",
  "On completion: one new Rare Elements die to this world as a good.":
    "Po ukończeniu: 1 nowa kość (rzadkie pierwiastki) jako towar na ten świat.",
  "On completion: two new Military dice to the Citizenry.":
    "Po ukończeniu: 2 nowe kości (wojsko) do populacji.",
  "Optional move of any one worker into any column.":
    "Możesz przesunąć jednego dowolnego robotnika do dowolnej kolumny.",
  "Optional move of one Home die into any column.":
    "Możesz przesunąć jedną kość (rodzima populacja) do dowolnej kolumny.",
  "Optional move of one Home die out of the Explore column into any other column.":
    "Możesz przesunąć jedną kość (rodzima populacja) z kolumny Eksploracja do dowolnej innej kolumny.",
  "Optional move of one Military die or one Rare Elements die into any column.":
    "Możesz przesunąć jedną kość (wojsko) lub jedną kość (rzadkie pierwiastki) do dowolnej kolumny.",
  "Optional move of one Novelty die or one Genes die into any column.":
    "Możesz przesunąć jedną kość (ulepszenia) lub jedną kość (geny) do dowolnej kolumny.",
  "Optional move of one or two Home dice into the column of the phase the owner selected.":
    "Możesz przesunąć jedną lub dwie kości (rodzima populacja) do kolumny wybranej przez ciebie fazy.",
  "Optional move of one or two dice of any colour except Home, each into any column.":
    "Możesz przesunąć jedną lub dwie kości dowolnego koloru oprócz rodzimej populacji, każdą do dowolnej kolumny.",
  "Optional move of one or two dice of any colour out of the Explore column into any other columns.":
    "Możesz przesunąć jedną lub dwie kości dowolnego koloru z kolumny Eksploracja do dowolnych innych kolumn.",
  "Optional move of one or two workers into the column of the phase the owner selected.":
    "Możesz przesunąć jednego lub dwóch robotników do kolumny wybranej przez ciebie fazy.",
  "Optional move of one or two workers, each into any column.":
    "Możesz przesunąć jednego lub dwóch robotników, każdego do dowolnej kolumny.",
  "Optional move of one worker into the Develop column.":
    "Możesz przesunąć jednego robotnika do kolumny Rozwój.",
  "Optional move of one worker into the Explore column or the Produce column.":
    "Możesz przesunąć jednego robotnika do kolumny Eksploracja lub do kolumny Produkcja.",
  "Optional move of one worker into the Settle column.":
    "Możesz przesunąć jednego robotnika do kolumny Kolonizacja.",
  "Optional move of one worker into the Ship column.":
    "Możesz przesunąć jednego robotnika do kolumny Dostawa.",
  "Optional move of two workers, no more and no fewer, that stand in one and the same column, into the column of the phase the owner selected.":
    "Możesz przesunąć dokładnie 2 robotników z jednej i tej samej kolumny do kolumny wybranej przez ciebie fazy.",
  "Otherwise no effect.": "W innym razie brak efektu.",
  "Room for two goods instead of one on each of the owner's non-gray worlds; shipping still takes one shipper per good.":
    "Każdy z twoich światów z kolorem mieści 2 towary zamiast jednego; każdy towar nadal wymaga jednego handlarza.",
  "The largest n with n(n+1)/2 not above the owner's VP in chips.":
    "Największe n, dla którego n(n+1)/2 nie przekracza twoich PZ w żetonach.",
  "The once-a-round limit on Dictate is lifted: the owner may Dictate any number of times in a round, paying one worker into the Dictate area for each.":
    "W rundzie możesz dyktować dowolnie często, nie tylko raz; za każdym razem odkładasz robotnika na pole dyktatu.",
  "The owner's Genes worlds and Alien Technology worlds cost 1 settler less.":
    "Twoje światy (geny) i światy (Technologia Obcych) kosztują o 1 robotnika mniej.",
  "The owner's developments that have a Reassign power cost 1 developer less, never below 1.":
    "Twoje rozwinięcia ze zdolnością przydziału kosztują o 1 robotnika mniej, nigdy poniżej 1.",
  "The owner's gray worlds cost 2 settlers less, but this power never brings one below 2 (and never makes one dearer).":
    "Twoje światy bez koloru kosztują o 2 robotników mniej; ta zdolność nie obniża kosztu poniżej 2 (i nigdy go nie podnosi).",
  "The owner's later developments cost 1 developer less, never below 1.":
    "Twoje późniejsze rozwinięcia kosztują o 1 robotnika mniej, nigdy poniżej 1.",
  "Tiles the owner draws with a Scout task may each go on top of a stack rather than underneath.":
    "Każdy kafel dobrany przy eksplorowaniu możesz położyć na wierzchu stosu zamiast pod spodem.",
  "When Develop closes: 1 credit per Novelty die then in the owner's Citizenry.":
    "Na koniec Rozwoju: 1 kredyt za każdą kość (ulepszenia) w twojej populacji.",
  "When Explore closes the owner draws one more tile and keeps it; he also collects 1 credit if any Alien Technology explorer of his did a Scout task in that phase (once, however many did).":
    "Na koniec Eksploracji dobierasz jeszcze jeden kafel i go zatrzymujesz; dostajesz też 1 kredyt, jeśli w tej fazie eksplorował twój odkrywca (Technologia Obcych), raz, bez względu na ich liczbę.",
  "When Produce closes: 1 credit per good then lying on the owner's Novelty worlds.":
    "Na koniec Produkcji: 1 kredyt za każdy towar na twoich światach (ulepszenia).",
  "When Produce closes: 1 credit per good then lying on the owner's Rare Elements worlds.":
    "Na koniec Produkcji: 1 kredyt za każdy towar na twoich światach (rzadkie pierwiastki).",
  "When Produce closes: 2 credits per Genes die then serving as a good on any of the owner's worlds.":
    "Na koniec Produkcji: 2 kredyty za każdą kość (geny), która jest towarem na którymś z twoich światów.",
  "When Ship closes: 1 credit per started pair of Military dice then in the owner's Citizenry (3 dice pay 2).":
    "Na koniec Dostawy: 1 kredyt za każdą zaczętą parę kości (wojsko) w twojej populacji (3 kości dają 2).",
  "Whenever the owner completes a later development, one or two (his choice) of the developers consumed by it return to his cup, the others to his Citizenry.":
    "Gdy ukończysz późniejsze rozwinięcie, jeden lub dwóch ze zużytych na nie robotników (wybierasz) wraca do twojego kubka, pozostali do populacji.",
  "Whenever the owner completes a world, every Military settler consumed by it returns to his cup instead of his Citizenry.":
    "Gdy ukończysz świat, każdy zużyty na niego robotnik (wojsko) wraca do twojego kubka zamiast do populacji.",
  "Whenever the owner completes a world, one or two (his choice) of the settlers consumed by it return to his cup, the others to his Citizenry.":
    "Gdy ukończysz świat, jeden lub dwóch ze zużytych na niego robotników (wybierasz) wraca do twojego kubka, pozostali do populacji.",
  "While Explore is being played the owner may, as often as wanted, put all tiles of his two stacks in any new order and turn any of them over (a turned tile moves to the other stack).":
    "Podczas fazy Eksploracja możesz dowolnie często ułożyć na nowo wszystkie kafle obu swoich stosów i odwrócić dowolne z nich (odwrócony kafel trafia na drugi stos).",
  "With each Trade the owner may pay 1 credit for 1 VP in chips.":
    "Przy każdej sprzedaży możesz zapłacić 1 kredyt za 1 PZ w żetonach.",
};
