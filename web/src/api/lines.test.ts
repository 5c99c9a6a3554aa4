import { expect, test } from "vitest";
import { readLines } from "./lines";

function bodyOf(pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function collected(pieces: Uint8Array[]): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of readLines(bodyOf(pieces))) lines.push(line);
  return lines;
}

test("lines are whole wherever the body is cut, even within a character", async () => {
  const sent = [{ text: "żółw 🚀" }, { type: "heartbeat" }];
  const bytes = new TextEncoder().encode(sent.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (let cut = 1; cut < bytes.length; cut += 1) {
    expect(await collected([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(sent);
  }
});

test("a line that the connection cut off is not taken for one", async () => {
  expect(await collected([new TextEncoder().encode('{"a":1}\n{"b":')])).toEqual([{ a: 1 }]);
});

test("who stops reading closes the connection", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("{}\n")),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const _ of readLines(body)) break;
  expect(isCancelled).toBe(true);
});
