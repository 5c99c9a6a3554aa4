/** German: the texts of Roll for the Galaxy's tiles, by the sentences of the catalog. */

export default {
  "1 VP in chips each time Ship is played.": "1 SP in Chips, jedes Mal wenn Verladen gespielt wird.",
  "1 credit each time Ship is played, and a second one if every world of the highest printed cost found in any tableau belongs to the owner.":
    "1 Krediteinheit, jedes Mal wenn Verladen gespielt wird, und eine zweite, wenn alle Welten mit den höchsten aufgedruckten Kosten in allen Auslagen dir gehören.",
  "1 credit for every later development the owner completes.":
    "1 Krediteinheit für jede spätere Entwicklung, die du fertigstellst.",
  "1 credit for every tile (development or world) the owner completes from then on; its own completion does not count.":
    "1 Krediteinheit für jedes Plättchen (Entwicklung oder Welt), das du von da an fertigstellst; dieses selbst zählt nicht.",
  "1 credit for every world the owner completes, 2 in all if that world is a Rare Elements world.":
    "1 Krediteinheit für jede Welt, die du fertigstellst, insgesamt 2, wenn es eine Welt Seltene Elemente ist.",
  "1 per development in the owner's tableau that has no Reassign power; it counts itself.":
    "1 je Entwicklung in deiner Auslage ohne Umverteilung; diese zählt mit.",
  "1 per development in the owner's tableau, itself and faction squares included.":
    "1 je Entwicklung in deiner Auslage, diese und die Felder der Fraktion mitgezählt.",
  "1 per different die colour among all dice owned, wherever they are (7 at most).":
    "1 je verschiedene Farbe unter allen deinen Würfeln, gleich wo sie liegen (höchstens 7).",
  "1 per good still on the owner's worlds after the last Manage Empire step.":
    "1 je Gut, das nach dem letzten Verwalten des Imperiums noch auf deinen Welten liegt.",
  "2 credits when Develop closes, already in the very Develop phase that completes this tile.":
    "2 Krediteinheiten am Ende von Entwickeln, schon in der Phase, in der dieses Plättchen fertig wird.",
  "2 credits when Produce closes.": "2 Krediteinheiten am Ende von Produzieren.",
  "2 credits when Settle closes.": "2 Krediteinheiten am Ende von Siedeln.",
  "2 credits when Ship closes.": "2 Krediteinheiten am Ende von Verladen.",
  "2 per Rare Elements world in the owner's tableau.": "2 je Welt Seltene Elemente in deiner Auslage.",
  "2 per set of three Military dice owned anywhere; a started set counts as whole.":
    "2 je 3 Würfel Militär, die du irgendwo hast; ein angefangener Satz zählt voll.",
  "A Consume (never a Trade) of a good lying on a Rare Elements world pays the owner 1 credit besides its VP.":
    "Das Verbrauchen (nie das Handeln) eines Guts einer Welt Seltene Elemente bringt dir außer den SP noch 1 Krediteinheit.",
  "A Consume of a good lying on a Genes or an Alien Technology world yields the owner 1 VP more.":
    "Das Verbrauchen eines Guts einer Welt Gene oder Alien-Technologie bringt dir 1 SP mehr.",
  "A Consume of a good lying on a Rare Elements world yields the owner 1 VP more.":
    "Das Verbrauchen eines Guts einer Welt Seltene Elemente bringt dir 1 SP mehr.",
  "A Dictate of the owner may move as many as three other workers instead of one, each into any column.":
    "Beim Diktieren darfst du bis zu 3 andere Arbeiter statt eines bewegen, jeden in eine beliebige Spalte.",
  "A Stock task done by an Alien Technology explorer pays 4 credits in all rather than 2.":
    "Sammelt ein Kundschafter Alien-Technologie, bringt das insgesamt 4 Krediteinheiten statt 2.",
  "A Trade of a good lying on a Novelty world pays the owner 2 credits more.":
    "Das Handeln mit einem Gut einer Welt Luxusartikel bringt dir 2 Krediteinheiten mehr.",
  "A Trade of a good lying on a Rare Elements world pays the owner 1 credit more.":
    "Das Handeln mit einem Gut einer Welt Seltene Elemente bringt dir 1 Krediteinheit mehr.",
  "A third of the summed printed cost of the owner's developments (itself included), rounded up.":
    "Ein Drittel der aufgedruckten Kosten deiner Entwicklungen (diese mitgezählt), aufgerundet.",
  "All the owner's worlds cost 1 settler less, never below 1.":
    "Alle deine Welten kosten 1 Arbeiter weniger, nie unter 1.",
  "At once on completion: return one of your dice to the supply, then take 1 credit and a Military die into the cup.":
    "Sofort bei Fertigstellung: Gib einen deiner Würfel in den Vorrat zurück, dann nimm 1 Krediteinheit und einen Würfel Militär in den Becher.",
  "At once on completion: return one of your dice to the supply, then take two Military dice into the cup.":
    "Sofort bei Fertigstellung: Gib einen deiner Würfel in den Vorrat zurück, dann nimm 2 Würfel Militär in den Becher.",
  "At once on completion: return one of your dice to the supply, then take two Novelty dice into the cup.":
    "Sofort bei Fertigstellung: Gib einen deiner Würfel in den Vorrat zurück, dann nimm 2 Würfel Luxusartikel in den Becher.",
  "At setup: one new Alien Technology die to the Citizenry.":
    "Bei Spielbeginn: 1 neuer Würfel Alien-Technologie in die Bevölkerung.",
  "At setup: one new Consumption die to the Citizenry.":
    "Bei Spielbeginn: 1 neuer Würfel Konsum in die Bevölkerung.",
  "At setup: one new Consumption die to the cup.": "Bei Spielbeginn: 1 neuer Würfel Konsum in den Becher.",
  "At setup: one new Genes die to the Citizenry.": "Bei Spielbeginn: 1 neuer Würfel Gene in die Bevölkerung.",
  "At setup: one new Genes die to the cup.": "Bei Spielbeginn: 1 neuer Würfel Gene in den Becher.",
  "At setup: one new Genes die to this world as a good.":
    "Bei Spielbeginn: 1 neuer Würfel Gene als Gut auf diese Welt.",
  "At setup: one new Military die to the Citizenry.":
    "Bei Spielbeginn: 1 neuer Würfel Militär in die Bevölkerung.",
  "At setup: one new Military die to the cup.": "Bei Spielbeginn: 1 neuer Würfel Militär in den Becher.",
  "At setup: one new Novelty die to the Citizenry; one new Military die to the Citizenry.":
    "Bei Spielbeginn: 1 neuer Würfel Luxusartikel in die Bevölkerung; 1 neuer Würfel Militär in die Bevölkerung.",
  "At setup: one new Novelty die to the cup.": "Bei Spielbeginn: 1 neuer Würfel Luxusartikel in den Becher.",
  "At setup: one new Novelty die to this world as a good.":
    "Bei Spielbeginn: 1 neuer Würfel Luxusartikel als Gut auf diese Welt.",
  "At setup: one new Rare Elements die to the Citizenry.":
    "Bei Spielbeginn: 1 neuer Würfel Seltene Elemente in die Bevölkerung.",
  "At setup: one new Rare Elements die to the cup.":
    "Bei Spielbeginn: 1 neuer Würfel Seltene Elemente in den Becher.",
  "At setup: one new Rare Elements die to this world as a good.":
    "Bei Spielbeginn: 1 neuer Würfel Seltene Elemente als Gut auf diese Welt.",
  "At setup: the credit marker begins on 8 rather than 1; no dice.":
    "Bei Spielbeginn: Dein Kredit beginnt bei 8 statt bei 1; kein Würfel.",
  "At setup: two new Military dice to the Citizenry.":
    "Bei Spielbeginn: 2 neue Würfel Militär in die Bevölkerung.",
  "Each time Explore or Produce is played: 1 credit if the owner's tableau alone holds the largest number of developments; a shared lead pays nothing.":
    "Jedes Mal wenn Erkunden oder Produzieren gespielt wird: 1 Krediteinheit, wenn du mehr Entwicklungen hast als alle anderen; ein Gleichstand bringt nichts.",
  "Every Consume pays the owner 1 credit besides its VP.":
    "Jedes Verbrauchen bringt dir außer den SP noch 1 Krediteinheit.",
  "Every Consume pays the owner 2 credits besides its VP.":
    "Jedes Verbrauchen bringt dir außer den SP noch 2 Krediteinheiten.",
  "Every Consume yields the owner 1 VP more.": "Jedes Verbrauchen bringt dir 1 SP mehr.",
  "Every Trade pays the owner 1 credit more.": "Jedes Handeln bringt dir 1 Krediteinheit mehr.",
  "Half the summed printed cost of the owner's Novelty worlds, rounded up.":
    "Die Hälfte der aufgedruckten Kosten deiner Welten Luxusartikel, aufgerundet.",
  "Half the summed printed cost of the owner's developments with a Reassign power (itself included), rounded up.":
    "Die Hälfte der aufgedruckten Kosten deiner Entwicklungen mit Umverteilung (diese mitgezählt), aufgerundet.",
  "If he only shares the lead: one worker.": "Bei Gleichstand an der Spitze: einen Arbeiter.",
  "If no tableau holds as many Novelty worlds as the owner's: optional move of one or two workers into any columns.":
    "Hast du mehr Welten Luxusartikel als alle anderen, darfst du einen oder zwei Arbeiter in beliebige Spalten bewegen.",
  "In Explore the owner commands one imaginary extra Home explorer.":
    "Erkunden: Du hast einen zusätzlichen Kundschafter Heimat ohne Würfel.",
  "In Explore the owner commands two imaginary extra explorers: one Home, one Alien Technology.":
    "Erkunden: Du hast 2 zusätzliche Kundschafter ohne Würfel, einen Heimat und einen Alien-Technologie.",
  "In Ship the owner commands one imaginary extra Home shipper.":
    "Verladen: Du hast einen zusätzlichen Verladearbeiter Heimat ohne Würfel.",
  "In Ship the owner commands two imaginary extra shippers: one Home, one Genes.":
    "Verladen: Du hast 2 zusätzliche Verladearbeiter ohne Würfel, einen Heimat und einen Gene.",
  "Not after the closing draw of Alien Research Team.":
    "Nicht nach dem abschließenden Ziehen durch Alien Research Team.",
  "Not itself a Reassign power.": "Das selbst ist keine Umverteilung.",
  "On completion: collect 1 credit; one new Alien Technology die to the cup.":
    "Bei Fertigstellung: 1 Krediteinheit; 1 neuer Würfel Alien-Technologie in den Becher.",
  "On completion: collect 1 credit; one new Alien Technology die to this world as a good.":
    "Bei Fertigstellung: 1 Krediteinheit; 1 neuer Würfel Alien-Technologie als Gut auf diese Welt.",
  "On completion: collect 1 credit; one new Consumption die to the Citizenry.":
    "Bei Fertigstellung: 1 Krediteinheit; 1 neuer Würfel Konsum in die Bevölkerung.",
  "On completion: collect 1 credit; one new Genes die to the cup.":
    "Bei Fertigstellung: 1 Krediteinheit; 1 neuer Würfel Gene in den Becher.",
  "On completion: collect 1 credit; one new Genes die to this world as a good.":
    "Bei Fertigstellung: 1 Krediteinheit; 1 neuer Würfel Gene als Gut auf diese Welt.",
  "On completion: collect 1 credit; one new Rare Elements die to this world as a good.":
    "Bei Fertigstellung: 1 Krediteinheit; 1 neuer Würfel Seltene Elemente als Gut auf diese Welt.",
  "On completion: collect 2 credits; one new Alien Technology die to the cup.":
    "Bei Fertigstellung: 2 Krediteinheiten; 1 neuer Würfel Alien-Technologie in den Becher.",
  "On completion: collect 2 credits; one new Alien Technology die to this world as a good.":
    "Bei Fertigstellung: 2 Krediteinheiten; 1 neuer Würfel Alien-Technologie als Gut auf diese Welt.",
  "On completion: collect 2 credits; one new Consumption die to the Citizenry.":
    "Bei Fertigstellung: 2 Krediteinheiten; 1 neuer Würfel Konsum in die Bevölkerung.",
  "On completion: collect 2 credits; two new Consumption dice to the Citizenry.":
    "Bei Fertigstellung: 2 Krediteinheiten; 2 neue Würfel Konsum in die Bevölkerung.",
  "On completion: collect 3 credits; one new Alien Technology die to the cup.":
    "Bei Fertigstellung: 3 Krediteinheiten; 1 neuer Würfel Alien-Technologie in den Becher.",
  "On completion: hand one of your own dice back to the supply; one new Military die to the Citizenry; one new Genes die to the Citizenry.":
    "Bei Fertigstellung: einer deiner Würfel zurück in den Vorrat; 1 neuer Würfel Militär in die Bevölkerung; 1 neuer Würfel Gene in die Bevölkerung.",
  "On completion: hand one of your own dice back to the supply; one new Military die to the cup.":
    "Bei Fertigstellung: einer deiner Würfel zurück in den Vorrat; 1 neuer Würfel Militär in den Becher.",
  "On completion: hand one of your own dice back to the supply; two new Military dice to the Citizenry.":
    "Bei Fertigstellung: einer deiner Würfel zurück in den Vorrat; 2 neue Würfel Militär in die Bevölkerung.",
  "On completion: one new Alien Technology die to this world as a good.":
    "Bei Fertigstellung: 1 neuer Würfel Alien-Technologie als Gut auf diese Welt.",
  "On completion: one new Consumption die to the Citizenry.":
    "Bei Fertigstellung: 1 neuer Würfel Konsum in die Bevölkerung.",
  "On completion: one new Genes die to the cup.": "Bei Fertigstellung: 1 neuer Würfel Gene in den Becher.",
  "On completion: one new Genes die to this world as a good.":
    "Bei Fertigstellung: 1 neuer Würfel Gene als Gut auf diese Welt.",
  "On completion: one new Military die to the Citizenry.":
    "Bei Fertigstellung: 1 neuer Würfel Militär in die Bevölkerung.",
  "On completion: one new Military die to the Citizenry; one new Rare Elements die to the Citizenry.":
    "Bei Fertigstellung: 1 neuer Würfel Militär in die Bevölkerung; 1 neuer Würfel Seltene Elemente in die Bevölkerung.",
  "On completion: one new Military die to the cup.":
    "Bei Fertigstellung: 1 neuer Würfel Militär in den Becher.",
  "On completion: one new Novelty die to the Citizenry.":
    "Bei Fertigstellung: 1 neuer Würfel Luxusartikel in die Bevölkerung.",
  "On completion: one new Novelty die to the cup.":
    "Bei Fertigstellung: 1 neuer Würfel Luxusartikel in den Becher.",
  "On completion: one new Novelty die to this world as a good.":
    "Bei Fertigstellung: 1 neuer Würfel Luxusartikel als Gut auf diese Welt.",
  "On completion: one new Rare Elements die to the cup.":
    "Bei Fertigstellung: 1 neuer Würfel Seltene Elemente in den Becher.",
  "On completion: one new Rare Elements die to this world as a good.":
    "Bei Fertigstellung: 1 neuer Würfel Seltene Elemente als Gut auf diese Welt.",
  "On completion: two new Military dice to the Citizenry.":
    "Bei Fertigstellung: 2 neue Würfel Militär in die Bevölkerung.",
  "Optional move of any one worker into any column.":
    "Du darfst einen beliebigen Arbeiter in eine beliebige Spalte bewegen.",
  "Optional move of one Home die into any column.":
    "Du darfst einen Würfel Heimat in eine beliebige Spalte bewegen.",
  "Optional move of one Home die out of the Explore column into any other column.":
    "Du darfst einen Würfel Heimat aus der Spalte Erkunden in eine andere Spalte bewegen.",
  "Optional move of one Military die or one Rare Elements die into any column.":
    "Du darfst einen Würfel Militär oder einen Würfel Seltene Elemente in eine beliebige Spalte bewegen.",
  "Optional move of one Novelty die or one Genes die into any column.":
    "Du darfst einen Würfel Luxusartikel oder einen Würfel Gene in eine beliebige Spalte bewegen.",
  "Optional move of one or two Home dice into the column of the phase the owner selected.":
    "Du darfst einen oder zwei Würfel Heimat in die Spalte der Phase bewegen, die du gewählt hast.",
  "Optional move of one or two dice of any colour except Home, each into any column.":
    "Du darfst einen oder zwei Würfel beliebiger Farbe außer Heimat bewegen, jeden in eine beliebige Spalte.",
  "Optional move of one or two dice of any colour out of the Explore column into any other columns.":
    "Du darfst einen oder zwei Würfel beliebiger Farbe aus der Spalte Erkunden in beliebige andere Spalten bewegen.",
  "Optional move of one or two workers into the column of the phase the owner selected.":
    "Du darfst einen oder zwei Arbeiter in die Spalte der Phase bewegen, die du gewählt hast.",
  "Optional move of one or two workers, each into any column.":
    "Du darfst einen oder zwei Arbeiter bewegen, jeden in eine beliebige Spalte.",
  "Optional move of one worker into the Develop column.":
    "Du darfst einen Arbeiter in die Spalte Entwickeln bewegen.",
  "Optional move of one worker into the Explore column or the Produce column.":
    "Du darfst einen Arbeiter in die Spalte Erkunden oder in die Spalte Produzieren bewegen.",
  "Optional move of one worker into the Settle column.":
    "Du darfst einen Arbeiter in die Spalte Siedeln bewegen.",
  "Optional move of one worker into the Ship column.":
    "Du darfst einen Arbeiter in die Spalte Verladen bewegen.",
  "Optional move of two workers, no more and no fewer, that stand in one and the same column, into the column of the phase the owner selected.":
    "Du darfst genau 2 Arbeiter aus ein und derselben Spalte in die Spalte der Phase bewegen, die du gewählt hast.",
  "Otherwise no effect.": "Sonst wirkt es nicht.",
  "Room for two goods instead of one on each of the owner's non-gray worlds; shipping still takes one shipper per good.":
    "Jede deiner Welten mit Farbe hat Platz für 2 Güter statt für eines; jedes Gut braucht weiter einen eigenen Verladearbeiter.",
  "The largest n with n(n+1)/2 not above the owner's VP in chips.":
    "Das größte n, für das n(n+1)/2 deine SP in Chips nicht übersteigt.",
  "The once-a-round limit on Dictate is lifted: the owner may Dictate any number of times in a round, paying one worker into the Dictate area for each.":
    "Du darfst in einer Runde beliebig oft diktieren, nicht nur einmal; jedes Mal legst du einen Arbeiter in den Diktatbereich.",
  "The owner's Genes worlds and Alien Technology worlds cost 1 settler less.":
    "Deine Welten Gene und Alien-Technologie kosten 1 Arbeiter weniger.",
  "The owner's developments that have a Reassign power cost 1 developer less, never below 1.":
    "Deine Entwicklungen mit Umverteilung kosten 1 Arbeiter weniger, nie unter 1.",
  "The owner's gray worlds cost 2 settlers less, but this power never brings one below 2 (and never makes one dearer).":
    "Deine farblosen Welten kosten 2 Arbeiter weniger; diese Fähigkeit senkt die Kosten nie unter 2 (und erhöht sie nie).",
  "The owner's later developments cost 1 developer less, never below 1.":
    "Deine späteren Entwicklungen kosten 1 Arbeiter weniger, nie unter 1.",
  "Tiles the owner draws with a Scout task may each go on top of a stack rather than underneath.":
    "Plättchen, die du beim Aufklären ziehst, dürfen oben auf einen Stapel statt darunter.",
  "When Develop closes: 1 credit per Novelty die then in the owner's Citizenry.":
    "Am Ende von Entwickeln: 1 Krediteinheit je Würfel Luxusartikel, der dann in deiner Bevölkerung ist.",
  "When Explore closes the owner draws one more tile and keeps it; he also collects 1 credit if any Alien Technology explorer of his did a Scout task in that phase (once, however many did).":
    "Am Ende von Erkunden ziehst du ein weiteres Plättchen und behältst es; dazu bekommst du 1 Krediteinheit, wenn in dieser Phase ein Kundschafter Alien-Technologie von dir aufgeklärt hat (einmal, gleich wie viele es waren).",
  "When Produce closes: 1 credit per good then lying on the owner's Novelty worlds.":
    "Am Ende von Produzieren: 1 Krediteinheit je Gut, das dann auf deinen Welten Luxusartikel liegt.",
  "When Produce closes: 1 credit per good then lying on the owner's Rare Elements worlds.":
    "Am Ende von Produzieren: 1 Krediteinheit je Gut, das dann auf deinen Welten Seltene Elemente liegt.",
  "When Produce closes: 2 credits per Genes die then serving as a good on any of the owner's worlds.":
    "Am Ende von Produzieren: 2 Krediteinheiten je Würfel Gene, der dann als Gut auf einer deiner Welten liegt.",
  "When Ship closes: 1 credit per started pair of Military dice then in the owner's Citizenry (3 dice pay 2).":
    "Am Ende von Verladen: 1 Krediteinheit je angefangenes Paar Würfel Militär, die dann in deiner Bevölkerung sind (3 Würfel bringen 2).",
  "Whenever the owner completes a later development, one or two (his choice) of the developers consumed by it return to his cup, the others to his Citizenry.":
    "Immer wenn du eine spätere Entwicklung fertigstellst, kommen ein oder zwei der dafür verbrauchten Arbeiter (du wählst) in deinen Becher, die übrigen in deine Bevölkerung.",
  "Whenever the owner completes a world, every Military settler consumed by it returns to his cup instead of his Citizenry.":
    "Immer wenn du eine Welt fertigstellst, kommt jeder dafür verbrauchte Arbeiter Militär in deinen Becher statt in deine Bevölkerung.",
  "Whenever the owner completes a world, one or two (his choice) of the settlers consumed by it return to his cup, the others to his Citizenry.":
    "Immer wenn du eine Welt fertigstellst, kommen ein oder zwei der dafür verbrauchten Arbeiter (du wählst) in deinen Becher, die übrigen in deine Bevölkerung.",
  "While Explore is being played the owner may, as often as wanted, put all tiles of his two stacks in any new order and turn any of them over (a turned tile moves to the other stack).":
    "Während der Phase Erkunden darfst du beliebig oft alle Plättchen deiner beiden Stapel neu ordnen und beliebige davon umdrehen (ein umgedrehtes kommt auf den anderen Stapel).",
  "With each Trade the owner may pay 1 credit for 1 VP in chips.":
    "Bei jedem Handeln darfst du 1 Krediteinheit für 1 SP in Chips zahlen.",
};
