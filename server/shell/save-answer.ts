import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { HolderContext } from "~/applications/access/as-holder.server";
import { type ApplicationService, knownService } from "~/applications/access/find.server";
import { holderToken } from "~/applications/access/holder.server";
import { lookAtSaves } from "~/applications/wizard/saving/limits.server";
import { answerStep, saveAnswer } from "~/applications/wizard/saving/step-request.server";
import { formTypeOf } from "~/bodies/content-type";
import { rememberPairs } from "~/bodies/read-form.server";
import { readPairs } from "~/bodies/urlencoded.server";
import { answers } from "~/bodies/weights";
import { packed } from "~/ground/brotli.server";
import { savedApplication } from "~/ground/paths";
import { log } from "~/log.server";
import { chooseEncoding } from "../page-cache/cached-page";
import { isOwnOrigin } from "./guards";
import { contentPolicy, safetyHeaders } from "./headers";
import { addressOf, recordAnswer } from "./shell";

const route = "apply/:id/save";
/** From this length on, in bytes, the shell compresses, too. */
const worthPacking = 1024;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type Save = { context: HolderContext; application: ApplicationService };

/**
 * Answers a save as the wizard's script sends it, before any of the shell and the router: they cost half of a save
 * (decision 0014). It asks what they ask: our own Origin, the size, the right. Whatever is not just such a save is left
 * to them: false, and nothing was done; or `shell` is called with the form that was read, which one that is refused or
 * not of ours and a configuration that can't be read need.
 */
export function answerSave(request: IncomingMessage, response: ServerResponse, shell: Listener): boolean {
  const save = readHead(request);
  if (!save) return false;
  const started = performance.now();
  const pairs = readPairs(request, answers);
  // For the router, when it is to answer: a form that is refused, too.
  rememberPairs(request, pairs);
  pairs
    // What throws has written nothing, for a failure to write is an outcome: the router finds and says the same.
    .then((form) => answerStep(save.context, save.application, form))
    .then(
      (outcome) => send(request, response, saveAnswer(outcome), started),
      () => {
        if (request.destroyed && !request.complete) log.info({ route }, "the request broke off on its way");
        else shell(request, response);
      },
    );
  return true;
}

/** What the head of a request says of a save that can be answered here. */
function readHead(request: IncomingMessage): Save | undefined {
  const { method, url = "", headers, socket } = request;
  const id = method === "POST" ? savedApplication(url) : undefined;
  const application = id ? knownService(id) : undefined;
  const holder = application && holderToken(headers.cookie ?? "", application.id);
  const length = Number(headers["content-length"]);
  if (!holder || !(length <= answers.maxSize) || headers.authorization !== undefined) return undefined;
  if (!isOwnOrigin(headers.origin, headers.host) || !URL.canParse(`http://${headers.host}`)) return undefined;
  const [contentType, another] = request.headersDistinct["content-type"] ?? [];
  if (another !== undefined || formTypeOf(contentType)?.kind !== "urlencoded") return undefined;
  const forwarded = headers["x-forwarded-for"];
  const address = addressOf(Array.isArray(forwarded) ? forwarded.join() : forwarded, socket.remoteAddress);
  // Who saves too much is refused by the router, of whom nothing is read then (V-ATK-4).
  return lookAtSaves(address).allowed ? { context: { address, holder }, application } : undefined;
}

/** A JSON answer runs nothing, so that its policy names no script. */
const safety = [...safetyHeaders("/apply/id/save"), ["Content-Security-Policy", contentPolicy("")]].flat();

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ReturnType<typeof saveAnswer>,
  started: number,
) {
  const requestId = randomUUID();
  recordAnswer(requestId, "POST", route, status, performance.now() - started);
  const head = [...safety, "X-Request-Id", requestId];
  const long = Number(headers["Content-Length"]) >= worthPacking;
  const encoding = long ? chooseEncoding(request.headers["accept-encoding"]) : "identity";
  if (encoding === "identity") {
    response.writeHead(status, [...head, ...Object.entries(headers).flat()]).end(body);
    return;
  }
  const bytes = Buffer.from(body);
  const small = encoding === "br" ? packed(bytes) : gzipSync(bytes);
  const own = { ...headers, "Content-Length": small.length, "Content-Encoding": encoding, Vary: "Accept-Encoding" };
  response.writeHead(status, [...head, ...Object.entries(own).flat()]).end(small);
}
