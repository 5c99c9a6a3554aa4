/** What the page needs of a game to draw its table and to say what happens. The rules stay with the server. */

import type { ComponentType } from "preact";
import { answered, http, type Schemas } from "../api/client";
import type { Step } from "../match/composing";
import type { Together } from "../match/draft";
import type { Decision, GameEvent, LegalAction, Match, Seen } from "../match/live";
import type { MatchModel } from "../match/model";
import type { Rounds } from "../match/past";
import type { Fields } from "../match/why";
import { learn, type Params } from "../words";

export type GameName = "roll" | "race" | "tiny_epic";

/** A tile, card or planet as the catalog has it, with what every game's pieces have in common brought forward. */
export interface Piece {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** In the reader's language, whichever that is when it is read. */
  readonly text: string;
  readonly cost: number | null;
  readonly points: number | null;
  /** Colour or resource, where it has one. */
  readonly color: string | null;
}

export type Pieces = ReadonlyMap<string, Piece>;

/** A game's vocabulary and pieces, loaded once. */
export interface Lexicon {
  readonly game: GameName;
  readonly title: string;
  readonly words: Schemas["GameWords"];
  readonly catalog: Readonly<Record<string, unknown>>;
  readonly pieces: Pieces;
}

export interface TableProps {
  readonly model: MatchModel;
  readonly match: Match;
  readonly seen: Seen;
  readonly lexicon: Lexicon;
  /** Chooses one of the legal actions. */
  readonly choose: (action: LegalAction) => void;
}

/** The same parts in every game's folder. */
export interface GameClient {
  readonly Table: ComponentType<TableProps>;
  readonly readPieces: (catalog: Readonly<Record<string, unknown>>) => Pieces;
  /** One action in words, as its button says it. */
  readonly labelOf: (action: LegalAction, lexicon: Lexicon) => string;
  /** Where on the drawn table an action is chosen: names of places, the first being the best. */
  readonly placesOf: (action: LegalAction) => readonly string[];
  /** What would be done at a place if it could be; null: nothing is asked that could be answered there. */
  readonly wishAt: (place: string, asks: string) => Fields | null;
  /** Which answers are marked first and sent at once; null: each is sent by itself. */
  readonly togetherOf: (decision: Decision, seen: Seen) => Together | null;
  /** Which questions are answered by an arrangement that is sent as one; null: none. */
  readonly arranged: Arranged | null;
  /** What a question costs and what there is, for the words that ask it (`table.asks_…`). */
  readonly figuresOf: (seen: Seen) => Params;
  /** How its events tell that a round begins. */
  readonly rounds: Rounds;
  /** An event as one sentence; null: it is not worth one. */
  readonly tell: (event: GameEvent, lexicon: Lexicon, names: Names) => string | null;
}

/** Questions that belong to one step of the game, in which nothing is known to others before its end. */
export interface Arranged {
  readonly asks: ReadonlySet<string>;
  /** Whether an action only says that nothing more is to come. */
  readonly closes: (action: LegalAction) => boolean;
  /** Where on the drawn table that lies which a step has put there; null: nowhere in particular. */
  readonly liesAt: (step: Step) => string | null;
}

/** Names of the seats. */
export type Names = (seat: number) => string;

const clients: Record<GameName, () => Promise<{ default: GameClient }>> = {
  roll: () => import("./roll"),
  race: () => import("./race"),
  tiny_epic: () => import("./tiny_epic"),
};

export interface LoadedGame {
  readonly client: GameClient;
  readonly lexicon: Lexicon;
}

const loaded = new Map<GameName, Promise<LoadedGame>>();

/** Returns a game's client with its vocabulary and pieces. */
export function loadGame(name: string): Promise<LoadedGame> {
  if (!isGame(name)) return Promise.reject(new Error(`no client for ${name}`));
  let game = loaded.get(name);
  if (game === undefined) {
    game = load(name);
    game.catch(() => loaded.delete(name));
    loaded.set(name, game);
  }
  return game;
}

async function load(name: GameName): Promise<LoadedGame> {
  const params = { params: { path: { name } } };
  const [module, words, catalog] = await Promise.all([
    clients[name](),
    answered(http.GET("/v1/games/{name}", params)),
    answered(http.GET("/v1/games/{name}/catalog", params)),
    learn(name),
    learn(`${name}_pieces`),
  ]);
  const pieces = module.default.readPieces(catalog as Record<string, unknown>);
  const lexicon = {
    game: name,
    title: words.title,
    words,
    catalog: catalog as Record<string, unknown>,
    pieces,
  };
  return { client: module.default, lexicon };
}

export function isGame(name: string): name is GameName {
  return name in clients;
}
