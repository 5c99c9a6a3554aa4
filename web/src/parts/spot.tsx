/** A place on the drawn table. Where something can be done there it glows and is a button; else it is only itself. */

import { type ComponentChildren, createContext, type RefObject } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Piece } from "../games/game";
import type { LegalAction } from "../match/live";
import { reading } from "./reader";

export interface Choosing {
  /** What can be done, by the name of the place. */
  readonly at: ReadonlyMap<string, readonly LegalAction[]>;
  readonly labelOf: (action: LegalAction) => string;
  readonly choose: (action: LegalAction) => void;
  /** Whether an action is marked to be sent with others. */
  readonly isMarked: (action: LegalAction) => boolean;
  /** What a place is dragged onto another for; the buttons do the same. */
  readonly drag: (from: string, to: string) => void;
  /** How what is arranged is changed at a place where nothing is asked; null: nothing is arranged there. */
  readonly change: (place: string) => Change | null;
  /** How to ask why nothing can be done at a place; null: there is nothing to ask. */
  readonly whyNot: (place: string) => (() => Promise<ComponentChildren>) | null;
}

export interface Change {
  readonly label: string;
  readonly act: () => void;
}

const NOTHING: Choosing = {
  at: new Map(),
  labelOf: (action) => action.notation,
  choose: () => undefined,
  isMarked: () => false,
  drag: () => undefined,
  change: () => null,
  whyNot: () => null,
};
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
  const { at, labelOf, choose, isMarked, drag, change, whyNot } = useContext(ChoosingContext);
  const [isOpen, setOpen] = useState(false);
  const actions = at.get(place) ?? [];
  const [first] = actions;
  const reads = piece === undefined ? {} : reading(piece);
  const dropped = place === "" ? {} : takingDrops(place, drag);
  const changed = first === undefined ? change(place) : null;
  if (changed !== null) {
    return (
      <span class={`spot ${name}`} {...dropped}>
        <button
          {...draggedFrom(place)}
          type="button"
          class="changes"
          title={changed.label}
          {...reads}
          onClick={changed.act}
        >
          {children}
          <span class="hidden">{`: ${changed.label}`}</span>
        </button>
      </span>
    );
  }
  if (first === undefined) {
    const ask = whyNot(place);
    return (
      <span class={`spot ${name}`} {...dropped}>
        {piece === undefined && ask === null ? (
          children
        ) : (
          <Quiet reads={reads} ask={ask}>
            {children}
          </Quiet>
        )}
      </span>
    );
  }
  const isOne = actions.length === 1;
  const act = () => (isOne ? choose(first) : setOpen(!isOpen));
  const says = isOne ? labelOf(first) : label;
  return (
    <span class={`spot ${name}`} {...dropped}>
      <button
        {...draggedFrom(place)}
        type="button"
        class={`glows${isOne && isMarked(first) ? " marked" : ""}`}
        aria-pressed={isOne && isMarked(first) ? true : undefined}
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

/** What a drag carries: the name of the place that it began at. */
const DRAGGED = "application/x-astrarium-place";

/** What a button needs to be dragged. */
function draggedFrom(place: string) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer?.setData(DRAGGED, place),
  };
}

/** What an element needs for other places to be dropped on it. */
function takingDrops(place: string, drag: Choosing["drag"]) {
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const from = event.dataTransfer?.getData(DRAGGED) ?? "";
      if (from === "") return;
      event.preventDefault();
      event.stopPropagation();
      drag(from, place);
    },
  };
}

interface MenuProps {
  label: string;
  actions: readonly LegalAction[];
  labelOf: (action: LegalAction) => string;
  choose: (action: LegalAction) => void;
  close: () => void;
}

/** A place where nothing can be done: what lies there is read, and a click asks why. */
function Quiet({
  reads,
  ask,
  children,
}: {
  reads: object;
  ask: (() => Promise<ComponentChildren>) | null;
  children: ComponentChildren;
}) {
  const [why, setWhy] = useState<ComponentChildren>(null);
  const told = () => {
    if (ask !== null) void ask().then(setWhy);
  };
  return (
    <>
      <button type="button" class="reads" {...reads} onClick={told}>
        {children}
      </button>
      {why !== null && <Reason close={() => setWhy(null)}>{why}</Reason>}
    </>
  );
}

function Reason({ close, children }: { close: () => void; children: ComponentChildren }) {
  const shown = useRef<HTMLSpanElement>(null);
  useAway(shown, close);
  return (
    <span class="spot-why" role="alert" ref={shown}>
      {children}
    </span>
  );
}

/** Closes what hangs at a place once somebody turns to something else. */
function useAway(shown: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const away = (event: Event) => {
      if (
        event instanceof KeyboardEvent
          ? event.key === "Escape"
          : !shown.current?.contains(event.target as Node)
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
}

/** What can be done at a place where several things can. */
function SpotMenu({ label, actions, labelOf, choose, close }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector("button")?.focus(), []);
  useAway(menu, close);
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
