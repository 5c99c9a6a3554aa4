import { afterEach, expect, test, vi } from "vitest";
import { Watched } from "./watch";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a page left before the first answer follows nothing", async () => {
  const asked = vi.fn();
  vi.stubGlobal("fetch", asked);
  let answer: (told: { cursor: number }) => void = () => {};
  const watched = new Watched(
    "/v1/tournaments/x",
    () => new Promise<{ cursor: number }>((take) => (answer = take)),
  );
  const opened = watched.open();
  watched.close();
  answer({ cursor: 1 });
  await opened;
  expect(watched.value.value).toEqual({ cursor: 1 });
  expect(asked).not.toHaveBeenCalled();
});
