/** The interface of the server, typed by its own document; refusals become `Refused`, silence `Unreachable`. */

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];

/** Another site can't send it without the server's leave, so the session's cookie counts only beside it. */
export const PAGE_HEADER = { "Astrarium-Page": "1" } as const;

/** The server's typed no; `problem.error` is the word for programs. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.detail);
  }

  get error(): string {
    return this.problem.error;
  }

  /** The least time after which to ask again. */
  get retryAfterMs(): number {
    return Number(this.problem.retry_after_s ?? 0) * 1000;
  }

  /** Asking again would bring the same answer. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429 && this.status !== 408;
  }
}

/** No answer came: the network, the server or a proxy is away. */
export class Unreachable extends Error {}

/** What to do when the server says that nobody is signed in; true: ask again. */
export type SignIn = () => Promise<boolean>;
let signIn: SignIn = async () => false;

export function onUnauthenticated(handler: SignIn): void {
  signIn = handler;
}

async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await fetch(request);
  readClock(answer);
  const isSession = new URL(request.url).pathname.startsWith("/v1/session");
  if (answer.status !== 401 || isSession || !(await signIn())) return answer;
  return fetch(again);
}

/** The server's clock less this machine's, in ms; an answer tells its time to the second. */
export let aheadMs = 0;

function readClock(answer: Response): void {
  const told = Date.parse(answer.headers.get("Date") ?? "");
  if (!Number.isNaN(told)) aheadMs = told + HALF_SECOND_MS - Date.now();
}

export const http = createClient<paths>({
  baseUrl: typeof location === "undefined" ? "http://localhost" : location.origin,
  credentials: "same-origin",
  headers: PAGE_HEADER,
  fetch: fetchSignedIn,
});

const HALF_SECOND_MS = 500;

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the body of an answer; throws Refused or Unreachable. */
export async function answered<T>(asked: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await asked;
  } catch (wrong) {
    throw new Unreachable(String(wrong));
  }
  if (answer.response.ok) return answer.data as T;
  throw refusal(answer.response.status, answer.error);
}

/** Returns what an answer that is no success means: a proxy's page for "bad gateway" is no refusal of ours. */
export function refusal(status: number, body: unknown): Refused | Unreachable {
  if (isProblem(body)) return new Refused(status, body);
  return new Unreachable(`the answer was ${status}`);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "error" in body && "detail" in body;
}

/** A key under which a request may be repeated without being carried out twice. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
