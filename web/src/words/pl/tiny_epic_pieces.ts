/** Polish: the texts of Tiny Epic Galaxies' pieces, by the sentences of the catalog. */

export default {
  "All of your orbiting ships go back one space.":
    "Wszystkie twoje statki na torach kolonizacji cofają się o 1 pole.",
  "Among your colonies there are as many economy planets as diplomacy planets.":
    "Wśród twoich kolonii jest tyle samo planet ekonomii co planet dyplomacji.",
  "Carry one of your orbiting ships over to another planet of the row, to the position with the same number.":
    "Przenieś jeden ze swoich statków z toru kolonizacji na tor innej planety w rzędzie, na pole o tym samym numerze.",
  "Carry out any one of the six die actions; then every other player may carry out that same action at no price.":
    "Wykonaj jedną dowolną z 6 akcji kości; potem każdy inny gracz może wykonać tę samą akcję za darmo.",
  "Carry out once more the action of a die that already lies in the activation bay.":
    "Wykonaj jeszcze raz akcję kości, która jest już aktywowana.",
  "Carry out the action of one planet that still lies in the row.":
    "Wykonaj akcję jednej planety, która wciąż leży w rzędzie.",
  "Discard one planet that has no ships on it from the row and fill the gap from the deck.":
    "Odrzuć z rzędu jedną planetę, na której nie ma statków, i uzupełnij lukę z talii.",
  "Every one of your ships stands on your galaxy mat.": "Wszystkie twoje statki są w domu.",
  "Every orbiting rogue ship goes forward one space, then the rogue takes one energy from you.":
    "Każdy statek zbuntowanej galaktyki na torze kolonizacji idzie naprzód o 1 pole, potem zabiera ci ona 1 energii.",
  "Every orbiting rogue ship goes forward one space.":
    "Każdy statek zbuntowanej galaktyki na torze kolonizacji idzie naprzód o 1 pole.",
  "Every orbiting rogue ship goes forward two spaces.":
    "Każdy statek zbuntowanej galaktyki na torze kolonizacji idzie naprzód o 2 pola.",
  "Every other player pushes an own ship forward one space; then you push one of yours forward two spaces.":
    "Każdy inny gracz przesuwa własny statek naprzód o 1 pole; potem ty przesuwasz jeden swój o 2 pola.",
  "For the rest of your turn the other players pay two culture instead of one for every follow.":
    "Do końca twojej tury inni gracze płacą za każde podążenie 2 kultury zamiast jednej.",
  "For the rest of your turn you receive one culture whenever another player follows one of your dice.":
    "Do końca twojej tury dostajesz 1 kultury, gdy inny gracz podąża za którąś z twoich kości.",
  "For the rest of your turn you receive one energy whenever another player follows one of your dice.":
    "Do końca twojej tury dostajesz 1 energii, gdy inny gracz podąża za którąś z twoich kości.",
  "Give up one culture, then make two ordinary ship moves in turn, with two different ships of yours.":
    "Wydaj 1 kultury, potem wykonaj po kolei 2 zwykłe ruchy statków, 2 różnymi statkami.",
  "Give up one energy, then take two culture.": "Wydaj 1 energii, potem weź 2 kultury.",
  "Give up two culture, then push one of your ships on a diplomacy track forward two spaces.":
    "Wydaj 2 kultury, potem przesuń jeden ze swoich statków na torze dyplomacji naprzód o 2 pola.",
  "Give up two culture, then push one opposing ship back two spaces.":
    "Wydaj 2 kultury, potem cofnij jeden cudzy statek o 2 pola.",
  "Give up two energy, then push one of your ships on an economy track forward two spaces.":
    "Wydaj 2 energii, potem przesuń jeden ze swoich statków na torze ekonomii naprzód o 2 pola.",
  "Give up two energy, then push two different opposing ships back one space each.":
    "Wydaj 2 energii, potem cofnij 2 różne cudze statki o 1 pole każdy.",
  "Hand one culture to another player, then carry out the action of one planet that player has colonised.":
    "Daj innemu graczowi 1 kultury, potem wykonaj akcję jednej planety, którą on skolonizował.",
  "Hand one energy to another player, then carry out the action of one planet that player has colonised.":
    "Daj innemu graczowi 1 energii, potem wykonaj akcję jednej planety, którą on skolonizował.",
  "If all other players have a higher empire level, raise yours by one for one resource less than normal.":
    "Jeśli wszyscy inni gracze mają wyższy poziom imperium, ulepsz swoje o 1 poziom za 1 zasób mniej niż zwykle.",
  "Move one of your ships; if it lands on a surface you may use that planet's action.":
    "Rusz jednym ze swoich statków; jeśli wyląduje na powierzchni, możesz użyć akcji tej planety.",
  "Not one of your ships stands on your galaxy mat.": "Żaden z twoich statków nie jest w domu.",
  "One of your orbiting ships goes back one space.":
    "Jeden z twoich statków na torach kolonizacji cofa się o 1 pole.",
  "Push one of your orbiting ships back one space; having done so, push another of yours forward one space.":
    "Cofnij jeden ze swoich statków na torze kolonizacji o 1 pole; potem przesuń inny swój naprzód o 1 pole.",
  "Push one of your orbiting ships forward one space on a track of either type.":
    "Przesuń jeden ze swoich statków naprzód o 1 pole na torze dowolnego rodzaju.",
  "Push one of your ships on a diplomacy track forward one space.":
    "Przesuń jeden ze swoich statków na torze dyplomacji naprzód o 1 pole.",
  "Push one of your ships on an economy track forward one space.":
    "Przesuń jeden ze swoich statków na torze ekonomii naprzód o 1 pole.",
  "Push one opposing ship back one space.": "Cofnij jeden cudzy statek o 1 pole.",
  "Push one opposing ship on a diplomacy track back one space.":
    "Cofnij jeden cudzy statek na torze dyplomacji o 1 pole.",
  "Push one opposing ship on an economy track back one space.":
    "Cofnij jeden cudzy statek na torze ekonomii o 1 pole.",
  "Put aside two of your not yet activated dice, unused, for this turn; take two energy and two culture.":
    "Odłóż na tę turę, bez użycia, 2 swoje jeszcze nieaktywowane kości; weź 2 energii i 2 kultury.",
  "Raise your empire one level at its normal price, which you may pay in any mix of energy and culture.":
    "Ulepsz swoje imperium o 1 poziom za zwykłą cenę, którą możesz zapłacić dowolną mieszanką energii i kultury.",
  "Roll again, free of charge, any number of your not yet activated dice.":
    "Przerzuć za darmo dowolną liczbę swoich jeszcze nieaktywowanych kości.",
  "Send one of your orbiting ships home; take its position number in energy or in culture, not mixed.":
    "Odeślij do domu jeden ze swoich statków z toru kolonizacji; weź tyle energii albo kultury, ile wynosi numer jego pola, bez mieszania.",
  "Swap any amount of your culture for the same amount of energy.":
    "Zamień dowolną ilość swojej kultury na tyle samo energii.",
  "Swap any amount of your energy for the same amount of culture.":
    "Zamień dowolną ilość swojej energii na tyle samo kultury.",
  "Take one culture away from another player of your choice and add it to your own.":
    "Zabierz 1 kultury wybranemu innemu graczowi i weź ją dla siebie.",
  "Take one culture for each of your ships at culture planets; ships at home give none.":
    "Weź 1 kultury za każdy ze swoich statków przy planetach kultury; statki w domu nic nie dają.",
  "Take one culture for each of your ships standing on your galaxy mat.":
    "Weź 1 kultury za każdy ze swoich statków w domu.",
  "Take one culture.": "Weź 1 kultury.",
  "Take one energy away from another player of your choice and add it to your own.":
    "Zabierz 1 energii wybranemu innemu graczowi i weź ją dla siebie.",
  "Take one energy for each of your ships at energy planets and each of your ships at home.":
    "Weź 1 energii za każdy ze swoich statków przy planetach energii i za każdy w domu.",
  "Take one energy.": "Weź 1 energii.",
  "Take two energy.": "Weź 2 energii.",
  "The rogue adds one energy and one culture.": "Zbuntowana galaktyka dostaje 1 energii i 1 kultury.",
  "The rogue adds two culture.": "Zbuntowana galaktyka dostaje 2 kultury.",
  "The rogue adds two energy.": "Zbuntowana galaktyka dostaje 2 energii.",
  "The rogue takes one culture from you.": "Zbuntowana galaktyka zabiera ci 1 kultury.",
  "The rogue takes one energy and one culture from you.":
    "Zbuntowana galaktyka zabiera ci 1 energii i 1 kultury.",
  "The rogue takes three resources from you; you decide which.":
    "Zbuntowana galaktyka zabiera ci 3 zasoby; ty wybierasz które.",
  "The rogue takes two culture from you.": "Zbuntowana galaktyka zabiera ci 2 kultury.",
  "The rogue takes two energy from you.": "Zbuntowana galaktyka zabiera ci 2 energii.",
  "The rogue takes two resources from you; you decide which.":
    "Zbuntowana galaktyka zabiera ci 2 zasoby; ty wybierasz które.",
  "Turn one of your not yet activated dice to a face you choose.":
    "Obróć jedną ze swoich jeszcze nieaktywowanych kości na wybraną ściankę.",
  "Upgrade your empire by one level, or use the action of one of your own colonies.":
    "Ulepsz swoje imperium o 1 poziom albo użyj akcji jednej ze swoich kolonii.",
  "You are the player whose points started the end of the game.": "To twoje punkty rozpoczęły koniec gry.",
  "You colonised fewer planets than every other player (two points if you share last place).":
    "Masz mniej skolonizowanych planet niż każdy inny gracz (2 punkty przy remisie na ostatnim miejscu).",
  "You colonised more diplomacy planets than every other player (two points if you share that lead).":
    "Masz więcej skolonizowanych planet dyplomacji niż każdy inny gracz (2 punkty przy remisie na czele).",
  "You colonised more economy planets than every other player (two points if you share that lead).":
    "Masz więcej skolonizowanych planet ekonomii niż każdy inny gracz (2 punkty przy remisie na czele).",
  "You colonised more planets than every other player (two points if you share that lead).":
    "Masz więcej skolonizowanych planet niż każdy inny gracz (2 punkty przy remisie na czele).",
  "You hold more culture than every other player (two points if you share that lead).":
    "Masz więcej kultury niż każdy inny gracz (2 punkty przy remisie na czele).",
  "You hold more energy than every other player (two points if you share that lead).":
    "Masz więcej energii niż każdy inny gracz (2 punkty przy remisie na czele).",
  "You hold three or more energy and also three or more culture.":
    "Masz co najmniej 3 energii i co najmniej 3 kultury.",
  "You lose one culture.": "Tracisz 1 kultury.",
  "You lose one energy and one culture.": "Tracisz 1 energii i 1 kultury.",
  "You lose one energy.": "Tracisz 1 energii.",
  "You roll one die fewer on your next turn.": "W następnej turze rzucasz o 1 kość mniej.",
  "You take two culture; every other player takes one culture.":
    "Bierzesz 2 kultury; każdy inny gracz bierze 1 kultury.",
  "You take two energy; every other player takes one energy.":
    "Bierzesz 2 energii; każdy inny gracz bierze 1 energii.",
  "Your empire stands on its last level.": "Twoje imperium jest na ostatnim poziomie.",
};
