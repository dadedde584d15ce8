import type { IncomingMessage } from "node:http";
import { data } from "react-router";
import { formTypeOf } from "./content-type";
import { readParts } from "./multipart.server";
import { type Refusal, Refused, tooLarge, unreadable } from "./refusal";
import { SpooledFiles } from "./spool.server";
import { readBytes, readPairs } from "./urlencoded.server";
import { type Most, type Weight, weightOf } from "./weights";

/** What is a body's own, from the moment it is announced until its request is answered. */
type Body = {
  incoming: IncomingMessage;
  path: string;
  files: SpooledFiles;
  form: Promise<FormData> | undefined;
  refuse: (refusal: Refusal) => void;
};

const bodies = new WeakMap<Request, Body>();
/** What was read of a request before it came to the shell. */
const readBefore = new WeakMap<IncomingMessage, Promise<URLSearchParams>>();

/** Keeps the outcome of a reading, its failure too, for who reads the same request later: nothing is read twice. */
export function rememberPairs(incoming: IncomingMessage, pairs: Promise<URLSearchParams>): void {
  readBefore.set(incoming, pairs);
}

/**
 * Announces the body of a request, of which nothing is read yet. `owner` is whose room its files take; `refused` is
 * settled when it is not taken; `close` is for when the request is answered.
 */
export function openBody(request: Request, incoming: IncomingMessage, owner: string) {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Refusal>();
  const files = new SpooledFiles(owner);
  const body: Body = { incoming, path: new URL(request.url).pathname, files, form: undefined, refuse };
  bodies.set(request, body);
  return { refused, close: () => files.remove() };
}

function bodyOf(request: Request): Body {
  const body = bodies.get(request);
  if (!body) throw new Error("The body of this request was not announced to its reader");
  return body;
}

/**
 * The form that a request brings, read once, by the only reader of forms that there is, within the limits of its path
 * (`weights.ts`) or, where less is enough, those of `most`. A form that is refused does not come back to the action:
 * see `refuseBody`.
 */
export async function readForm(request: Request, most?: Most): Promise<FormData> {
  const body = bodyOf(request);
  body.form ??= formOf(request, body, most);
  try {
    return await body.form;
  } catch (error) {
    if (error instanceof Refused) return refuseBody(request, error.refusal);
    throw error;
  }
}

async function formOf(request: Request, { incoming, path, files }: Body, most?: Most): Promise<FormData> {
  const type = formTypeOf(request.headers.get("content-type"));
  if (!type) throw new Refused(unreadable);
  const weight: Weight = { ...weightOf(path, type.kind === "multipart"), ...most };
  requireLength(incoming, weight);
  if (type.kind === "multipart")
    return readParts(incoming.iterator({ destroyOnReturn: false }), type.boundary, weight, files);
  const form = new FormData();
  for (const [name, value] of await (readBefore.get(incoming) ?? readPairs(incoming, weight))) form.append(name, value);
  return form;
}

/** What is told to be too long is not begun with. */
function requireLength({ headers }: IncomingMessage, most: Most) {
  if (Number(headers["content-length"] ?? 0) > most.maxSize) throw new Refused(tooLarge(most));
}

/** The text of a body that is no form, such as a call of a function: as large as a form at most, in bytes. */
export async function readText(request: Request): Promise<string> {
  const { incoming, path } = bodyOf(request);
  const weight = weightOf(path, false);
  try {
    requireLength(incoming, weight);
    return (await readBytes(incoming, weight)).toString();
  } catch (error) {
    if (error instanceof Refused) return refuseBody(request, error.refusal);
    throw error;
  }
}

/**
 * Ends a request whose body is not taken, from its action. The shell answers it at once, and the action is left waiting
 * for a form that never comes: nothing is rendered for it. What the router's script sent (`.data`) is answered by
 * the router, in the way that its script reads.
 */
export async function refuseBody(request: Request, refusal: Refusal): Promise<never> {
  const { path, refuse } = bodyOf(request);
  if (path.endsWith(".data")) {
    const { status, title, text, retryAfter } = refusal;
    const headers: HeadersInit = retryAfter ? { "Retry-After": String(retryAfter) } : {};
    throw data({ title, text }, { status, headers });
  }
  refuse(refusal);
  return new Promise<never>(() => undefined);
}

/** The fields of a form that was read, or that its action had not come to; nothing of one that is refused. */
export async function typedIn(request: Request): Promise<[name: string, value: string][]> {
  const body = bodyOf(request);
  body.form ??= formOf(request, body);
  const form = await body.form.catch(() => new FormData());
  return [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
}
