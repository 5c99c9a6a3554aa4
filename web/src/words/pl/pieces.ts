/** Polish: the catalog of pieces. */

export default {
  "kind.action_card": "Karta akcji",
  "kind.development": "Rozwinięcie",
  "kind.face": "Ścianka kości",
  "kind.level": "Poziom imperium",
  "kind.mission": "Misja",
  "kind.planet": "Planeta",
  "kind.rogue_mat": "Plansza zbuntowanej galaktyki",
  "kind.world": "Świat",
  "pieces.any": "dowolny",
  "pieces.color": "Kolor lub faza",
  "pieces.cost": "Koszt",
  "pieces.found": {
    one: "{count} element",
    few: "{count} elementy",
    many: "{count} elementów",
    other: "{count} elementu",
  },
  "pieces.games": "Gry",
  "pieces.kind": "Rodzaj",
  "pieces.search": "Słowa w nazwie lub tekście",
  "pieces.title": "Elementy",
};
