import type { IncomingMessage } from "node:http";
import { data } from "react-router";
import { type BodyLimits, type BodyPolicy, bodyPolicyOf } from "./body-policy";
import { formTypeOf } from "./content-type";
import { readParts } from "./multipart.server";
import { type Refusal, Refused, tooLarge, unreadable } from "./refusal";
import { SpooledFiles } from "./spool.server";
import { readBytes, readPairs } from "./urlencoded.server";

/** The state of a body, from `openBody` until the response. */
type Body = {
  incoming: IncomingMessage;
  path: string;
  files: SpooledFiles;
  form: Promise<FormData> | undefined;
  refuse: (refusal: Refusal) => void;
  barred: Refusal | undefined;
};

const bodies = new WeakMap<Request, Body>();
/** Forms that were read before the HTTP layer ran. */
const earlyReads = new WeakMap<IncomingMessage, Promise<URLSearchParams>>();

/** Stores a form that is read early, or its failure, for `readForm`: a body can be read only once. */
export function rememberPairs(incoming: IncomingMessage, pairs: Promise<URLSearchParams>): void {
  earlyReads.set(incoming, pairs);
}

/**
 * Registers an unread body. `owner` is charged for the disk space of its files; `barred`: why it is not read at all, if
 * its sender has used up a limit; `refused` resolves when the body is refused. Call `close` after the response.
 */
export function openBody(request: Request, incoming: IncomingMessage, owner: string, barred?: Refusal) {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Refusal>();
  const files = new SpooledFiles(owner);
  const body: Body = { incoming, path: new URL(request.url).pathname, files, form: undefined, refuse, barred };
  bodies.set(request, body);
  return { refused, close: () => files.remove() };
}

function bodyOf(request: Request): Body {
  const body = bodies.get(request);
  if (!body) throw new Error("The body of this request was not announced to its reader");
  return body;
}

/**
 * Reads a form, once, within the limits of its path (`body-policy.ts`) or the smaller `limits`. The only reader of
 * forms. A refused form does not return to the action: see `refuseBody`.
 */
export async function readForm(request: Request, limits?: BodyLimits): Promise<FormData> {
  const body = bodyOf(request);
  body.form ??= formOf(request, body, limits);
  try {
    return await body.form;
  } catch (error) {
    return refuseBody(request, refusalIn(error, body.incoming));
  }
}

/** The reason to refuse a body; rethrows our own errors. A truncated body is the sender's fault. */
function refusalIn(error: unknown, { destroyed, complete }: IncomingMessage): Refusal {
  if (error instanceof Refused) return error.refusal;
  if (destroyed && !complete) return unreadable;
  throw error;
}

async function formOf(request: Request, body: Body, limits?: BodyLimits): Promise<FormData> {
  const { incoming, path, files, barred } = body;
  if (barred) throw new Refused(barred);
  const type = formTypeOf(request.headers.get("content-type"));
  if (!type) throw new Refused(unreadable);
  const weight: BodyPolicy = { ...bodyPolicyOf(path, type.kind === "multipart"), ...limits };
  requireLength(incoming, weight);
  if (type.kind === "multipart")
    return readParts(incoming.iterator({ destroyOnReturn: false }), type.boundary, weight, files);
  const form = new FormData();
  for (const [name, value] of await (earlyReads.get(incoming) ?? readPairs(incoming, weight))) form.append(name, value);
  return form;
}

/** Throws a Refused if `Content-Length` is over the limit, before anything is read. */
function requireLength({ headers }: IncomingMessage, limits: BodyLimits) {
  if (Number(headers["content-length"] ?? 0) > limits.maxSize) throw new Refused(tooLarge(limits));
}

/** Reads a body that is no form, such as a function call; the limit is that of a form, in bytes. */
export async function readText(request: Request): Promise<string> {
  const { incoming, path } = bodyOf(request);
  const weight = bodyPolicyOf(path, false);
  try {
    requireLength(incoming, weight);
    return (await readBytes(incoming, weight)).toString();
  } catch (error) {
    return refuseBody(request, refusalIn(error, incoming));
  }
}

/**
 * Reads a body that is no form and too large for the memory of many requests at once, such as an email: its bytes are
 * on disk until the response.
 */
export async function readFile(request: Request): Promise<File> {
  const { incoming, path, files } = bodyOf(request);
  const weight = bodyPolicyOf(path, false);
  try {
    requireLength(incoming, weight);
    return await files.take(upTo(incoming.iterator({ destroyOnReturn: false }), weight), "", "");
  } catch (error) {
    return refuseBody(request, refusalIn(error, incoming));
  }
}

/** Throws a Refused past the limit. */
async function* upTo(chunks: AsyncIterable<Buffer>, limits: BodyLimits): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limits.maxSize) throw new Refused(tooLarge(limits));
    yield chunk;
  }
}

/**
 * Ends a request whose body is refused, from its action. The HTTP layer responds at once, and the action waits for a
 * promise that never resolves, so that nothing is rendered. The router responds to its own script (`.data`), in the
 * format that the script reads.
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

/** The form's text fields, read now if its action did not; empty if the form is refused. */
export async function readTextFields(request: Request): Promise<[name: string, value: string][]> {
  const body = bodyOf(request);
  body.form ??= formOf(request, body);
  const form = await body.form.catch(() => new FormData());
  return [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
}
