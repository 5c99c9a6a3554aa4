/** German: the catalog of pieces. */

export default {
  "kind.action_card": "Aktionskarte",
  "kind.development": "Entwicklung",
  "kind.face": "Würfelseite",
  "kind.level": "Imperiumsstufe",
  "kind.mission": "Mission",
  "kind.planet": "Planet",
  "kind.rogue_mat": "Tafel der Schurkengalaxie",
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
