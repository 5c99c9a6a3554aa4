/** What a page asks the server for once: until it is there the page is busy, and a refusal is told. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Refused, Unreachable } from "../api/client";
import { knownOnly } from "../api/watch";
import { Refusal } from "./refusal";

interface Props<T> {
  /** Asked anew when it changes. */
  of: string;
  load: () => Promise<T>;
  children: (value: T) => ComponentChildren;
}

export function Loaded<T>({ of, load, children }: Props<T>) {
  const [got, setGot] = useState<{ readonly of: string; readonly value: T } | null>(null);
  const [wrong, setWrong] = useState<Refused | Unreachable | null>(null);
  useEffect(() => {
    let isWanted = true;
    setWrong(null);
    load().then(
      (value) => isWanted && setGot({ of, value }),
      (caught: unknown) => {
        const known = knownOnly(caught);
        if (isWanted) setWrong(known);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [of]);
  if (wrong !== null) return <Refusal wrong={wrong} />;
  if (got === null || got.of !== of) return <div class="loading" aria-busy="true" />;
  return <>{children(got.value)}</>;
}
