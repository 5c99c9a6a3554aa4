/** What a page asks the server for once: until it is there the page is busy, or tells why it is not. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Refused, Unreachable } from "../api/client";
import { persist } from "../api/persist";
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
    const stop = new AbortController();
    setWrong(null);
    persist(load, setWrong, stop.signal).then(
      (value) => {
        if (stop.signal.aborted) return;
        setWrong(null);
        setGot({ of, value });
      },
      (caught: unknown) => {
        if (!stop.signal.aborted) setWrong(knownOnly(caught));
      },
    );
    return () => stop.abort();
  }, [of]);
  if (wrong !== null) return <Refusal wrong={wrong} />;
  if (got === null || got.of !== of) return <div class="loading" aria-busy="true" />;
  return <>{children(got.value)}</>;
}
