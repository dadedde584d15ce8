import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { HolderContext } from "~/applications/access/as-holder.server";
import { type ApplicationService, knownService } from "~/applications/access/find.server";
import { holderToken } from "~/applications/access/holder.server";
import { checkSaveLimit } from "~/applications/wizard/saving/limits.server";
import { saveResponse } from "~/applications/wizard/saving/step-answer.server";
import { handleStepForm } from "~/applications/wizard/saving/step-request.server";
import { compressBrotli } from "~/core/brotli.server";
import { savedApplication } from "~/core/paths";
import { log } from "~/log.server";
import { answers } from "~/request-bodies/body-policy";
import { formTypeOf } from "~/request-bodies/content-type";
import { rememberPairs } from "~/request-bodies/read-form.server";
import { readPairs } from "~/request-bodies/urlencoded.server";
import { chooseEncoding } from "../page-cache/cached-page";
import { isSameOrigin } from "./guards";
import { contentPolicy, safetyHeaders } from "./headers";
import { clientIp, recordAnswer } from "./shell";

const route = "apply/:id/save";
/** Bytes; as in the HTTP layer. */
const worthPacking = 1024;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type Save = { context: HolderContext; application: ApplicationService };

/**
 * Responds to an autosave before Hono and the router, which cost half of a save (decision 0014). Checks what they
 * check: our own Origin, the size, the right. False for any other request, of which nothing was read. If the save fails
 * (refused body, unreadable configuration) `shell` responds, with the form as read.
 */
export function respondToSave(request: IncomingMessage, response: ServerResponse, shell: Listener): boolean {
  const save = readHead(request);
  if (!save) return false;
  const started = performance.now();
  const pairs = readPairs(request, answers);
  // For the router, in case it has to respond; a refused body too.
  rememberPairs(request, pairs);
  pairs
    // A failed write is an outcome, so an exception has written nothing: the router fails alike and explains it.
    .then((form) => handleStepForm(save.context, save.application, form))
    .then(
      (outcome) => send(request, response, saveResponse(outcome), started),
      () => {
        if (request.destroyed && !request.complete)
          log.info({ route, status: 400 }, "the request broke off on its way");
        else shell(request, response);
      },
    );
  return true;
}

/** Undefined if it is no autosave, or Hono has to respond. */
function readHead(request: IncomingMessage): Save | undefined {
  const { method, url = "", headers } = request;
  const id = method === "POST" ? savedApplication(url) : undefined;
  const application = id ? knownService(id) : undefined;
  const holder = application && holderToken(headers.cookie ?? "", application.id);
  const length = Number(headers["content-length"]);
  if (!holder || !(length <= answers.maxSize) || headers.authorization !== undefined) return undefined;
  if (!isSameOrigin(headers.origin, headers.host) || !URL.canParse(`http://${headers.host}`)) return undefined;
  const [contentType, another] = request.headersDistinct["content-type"] ?? [];
  if (another !== undefined || formTypeOf(contentType)?.kind !== "urlencoded") return undefined;
  const ip = clientIp(request);
  // Over the limit the router refuses, without reading the body.
  return checkSaveLimit(ip).allowed ? { context: { address: ip, holder }, application } : undefined;
}

/** JSON runs no script, so its policy allows none. */
const safety = [...safetyHeaders("/apply/id/save"), ["Content-Security-Policy", contentPolicy("")]].flat();

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ReturnType<typeof saveResponse>,
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
  const small = encoding === "br" ? compressBrotli(bytes) : gzipSync(bytes);
  const own = { ...headers, "Content-Length": small.length, "Content-Encoding": encoding, Vary: "Accept-Encoding" };
  response.writeHead(status, [...head, ...Object.entries(own).flat()]).end(small);
}
