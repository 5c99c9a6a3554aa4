/** A place on the drawn table. Where something can be done there it glows and is a button; else it is only itself. */

import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Piece } from "../games/game";
import type { LegalAction } from "../match/live";
import { reading } from "./reader";

export interface Choosing {
  /** What can be done, by the name of the place. */
  readonly at: ReadonlyMap<string, readonly LegalAction[]>;
  readonly labelOf: (action: LegalAction) => string;
  readonly choose: (action: LegalAction) => void;
}

const NOTHING: Choosing = { at: new Map(), labelOf: (action) => action.notation, choose: () => undefined };
export const ChoosingContext = createContext<Choosing>(NOTHING);

/** Returns the legal actions by the places where they are chosen. */
export function byPlace(
  legal: readonly LegalAction[],
  placesOf: (action: LegalAction) => readonly string[],
): ReadonlyMap<string, readonly LegalAction[]> {
  const places = new Map<string, LegalAction[]>();
  for (const action of legal) {
    for (const place of placesOf(action)) {
      const there = places.get(place);
      if (there) there.push(action);
      else places.set(place, [action]);
    }
  }
  return places;
}

interface SpotProps {
  place: string;
  /** What lies there, in words. */
  label: string;
  /** The piece that lies there and can be read. */
  piece?: Piece | undefined;
  class?: string;
  children: ComponentChildren;
}

export function Spot({ place, label, piece, class: name = "", children }: SpotProps) {
  const { at, labelOf, choose } = useContext(ChoosingContext);
  const [isOpen, setOpen] = useState(false);
  const actions = at.get(place) ?? [];
  const [first] = actions;
  const reads = piece === undefined ? {} : reading(piece);
  if (first === undefined) {
    return (
      <span class={`spot ${name}`}>
        {piece === undefined ? (
          children
        ) : (
          <button type="button" class="reads" {...reads}>
            {children}
          </button>
        )}
      </span>
    );
  }
  const isOne = actions.length === 1;
  const act = () => (isOne ? choose(first) : setOpen(!isOpen));
  const says = isOne ? labelOf(first) : label;
  return (
    <span class={`spot ${name}`}>
      <button
        type="button"
        class="glows"
        title={says}
        aria-haspopup={isOne ? undefined : "menu"}
        aria-expanded={isOne ? undefined : isOpen}
        {...reads}
        onClick={act}
      >
        {children}
        <span class="hidden">{`: ${isOne ? says : actions.length}`}</span>
      </button>
      {isOpen && !isOne && (
        <SpotMenu
          label={label}
          actions={actions}
          labelOf={labelOf}
          choose={choose}
          close={() => setOpen(false)}
        />
      )}
    </span>
  );
}

interface MenuProps {
  label: string;
  actions: readonly LegalAction[];
  labelOf: (action: LegalAction) => string;
  choose: (action: LegalAction) => void;
  close: () => void;
}

/** What can be done at a place where several things can. */
function SpotMenu({ label, actions, labelOf, choose, close }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector("button")?.focus();
    const away = (event: Event) => {
      if (
        event instanceof KeyboardEvent
          ? event.key === "Escape"
          : !menu.current?.contains(event.target as Node)
      ) {
        close();
      }
    };
    addEventListener("pointerdown", away);
    addEventListener("keydown", away);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("keydown", away);
    };
  }, []);
  return (
    <div class="spot-menu" role="menu" aria-label={label} ref={menu}>
      {actions.map((action) => (
        <button
          key={action.notation}
          type="button"
          role="menuitem"
          onClick={() => {
            close();
            choose(action);
          }}
        >
          {labelOf(action)}
        </button>
      ))}
    </div>
  );
}
