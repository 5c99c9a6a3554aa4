/** German: the catalog of pieces. */

export default {
  "kind.development": "Entwicklung",
  "kind.face": "Würfelseite",
  "kind.mission": "Mission",
  "kind.planet": "Planet",
  "kind.world": "Welt",
  "pieces.any": "beliebig",
  "pieces.color": "Farbe oder Phase",
  "pieces.cost": "Kosten",
  "pieces.found": { one: "{count} Spielteil", other: "{count} Spielteile" },
  "pieces.games": "Spiele",
  "pieces.kind": "Art",
  "pieces.search": "Wörter in Name oder Text",
  "pieces.title": "Spielteile",
};
