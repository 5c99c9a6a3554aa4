import { beforeEach, expect, test, vi } from "vitest";
import { recallLooked, rememberLooked } from "./looked";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

test("a match is remembered by what was seen of it last", () => {
  expect(recallLooked("a")).toBeNull();
  rememberLooked("a", { from: 3, until: 9 });
  rememberLooked("b", { from: 0, until: 1 });
  rememberLooked("a", { from: 9, until: 12 });
  expect(recallLooked("a")).toEqual({ from: 9, until: 12 });
  expect(recallLooked("b")).toEqual({ from: 0, until: 1 });
});

test("of many matches the latest are remembered", () => {
  for (let match = 0; match < 100; match += 1) rememberLooked(String(match), { from: 1, until: 1 });
  expect(recallLooked("39")).toBeNull();
  expect(recallLooked("40")).not.toBeNull();
  expect(recallLooked("99")).not.toBeNull();
});

test("what stands there and is no such list counts for nothing", () => {
  for (const text of ["", "{", "7", '[["a"]]', '[["a","b","c"]]']) {
    localStorage.setItem("astrarium.looked", text);
    expect(recallLooked("a")).toBeNull();
  }
});
