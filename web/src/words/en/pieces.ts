/** English: the catalog of pieces. */

export default {
  "kind.action_card": "Action card",
  "kind.development": "Development",
  "kind.face": "Face of a die",
  "kind.level": "Empire level",
  "kind.mission": "Mission",
  "kind.planet": "Planet",
  "kind.rogue_mat": "Rogue's mat",
  "kind.world": "World",
  "pieces.any": "any",
  "pieces.color": "Colour or phase",
  "pieces.cost": "Cost",
  "pieces.found": { one: "{count} piece", other: "{count} pieces" },
  "pieces.games": "Games",
  "pieces.kind": "Kind",
  "pieces.search": "Words in name or text",
  "pieces.title": "Pieces",
};
