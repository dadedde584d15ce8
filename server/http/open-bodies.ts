import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { ipKey } from "~/core/rate-limits/limits.server";
import { contentPolicy, safetyHeaders } from "./headers";
import { clientIp, recordAnswer } from "./shell";
import { standaloneText } from "./standalone-page";

/** Bytes per second, measured over windows of this many milliseconds (V-ATK-6). */
const slowest = { rate: 1024, window: 60_000 };
/** While more than `together` bodies are open, each IP may have `byOne` of them. */
const maxOpen = { together: 100, byOne: 8 };
/** After `free` chunks a body must average `average` bytes a chunk: small ones cost as much as large ones. */
const chunkLimits = { free: 1_000, average: 64 };
/** Milliseconds for which the rest of a refused request is read. */
const lingering = 5_000;

type Body = { request: IncomingMessage; response: ServerResponse; address: string; since: number; read: number };

const open = new Set<Body>();
let watching: NodeJS.Timeout | undefined;

/**
 * Watches a request's body from its headers to its end: a slow one is ended with 408, one in tiny chunks with 400. True
 * if refused with 503, because its IP has too many open. Measures the socket: nothing is read here, and a body that
 * waits for us is not slow.
 */
export function refuseBody(request: IncomingMessage, response: ServerResponse): boolean {
  const { headers, socket } = request;
  if (!(Number(headers["content-length"]) > 0) && headers["transfer-encoding"] === undefined) return false;
  const ip = ipKey(clientIp(request));
  const body = { request, response, address: ip, since: performance.now(), read: socket.bytesRead };
  open.add(body);
  request.once("close", () => open.delete(body));
  if (headers["transfer-encoding"] !== undefined) countChunks(body);
  // Nobody reads such a body: on a persistent connection its rest would be parsed as long as it arrives.
  if (request.method === "GET" || request.method === "HEAD") response.setHeader("Connection", "close");
  watching ??= setInterval(endSlow, 1_000).unref();
  if (open.size <= maxOpen.together || !hasEnough(ip)) return false;
  open.delete(body);
  refuse(request, response);
  return true;
}

function hasEnough(ip: string): boolean {
  // `close` comes only after the response, so complete bodies are removed here.
  for (const body of open) if (body.request.complete) open.delete(body);
  if (open.size <= maxOpen.together) return false;
  let own = 0;
  for (const body of open) if (body.address === ip) own += 1;
  return own > maxOpen.byOne;
}

/** Node's parser calls `push` for each chunk; beyond the limit they are dropped. */
function countChunks(body: Body) {
  const { request, response } = body;
  const { push } = request;
  let count = 0;
  let bytes = 0;
  request.push = (...args: Parameters<typeof push>) => {
    const [chunk] = args;
    count += 1;
    bytes += Buffer.isBuffer(chunk) ? chunk.length : 0;
    if (count <= chunkLimits.free || bytes >= count * chunkLimits.average) return push.apply(request, args);
    if (open.delete(body)) end(request, response, 400);
    return false;
  };
}

/** Discards the rest for a moment: a client that still sends when we close loses the response. */
function refuse(request: IncomingMessage, response: ServerResponse) {
  const { id, head, text } = answerOf(503);
  const answer = () => {
    clearTimeout(timer);
    recordAnswer(id, request.method ?? "", "(refused)", 503, 0);
    response.writeHead(503, [...head, ["Retry-After", "60"]].flat()).end(text);
  };
  const timer = setTimeout(answer, lingering);
  request.once("end", answer);
  request.once("error", () => clearTimeout(timer));
  request.resume();
}

function endSlow() {
  const now = performance.now();
  for (const body of open) {
    const { request, response } = body;
    const { socket } = request;
    if (request.complete) open.delete(body);
    const waitsForUs = request.readableLength > 0 && !response.writableEnded;
    const ms = now - body.since;
    if (request.complete || (ms < slowest.window && !waitsForUs)) continue;
    const isFastEnough = waitsForUs || (socket.bytesRead - body.read) * 1000 >= slowest.rate * ms;
    Object.assign(body, { since: now, read: socket.bytesRead });
    if (isFastEnough) continue;
    open.delete(body);
    end(request, response, 408);
  }
  if (open.size > 0) return;
  clearInterval(watching);
  watching = undefined;
}

/** Writes to the socket, because the reader still waits for the body; closing it makes that reader fail. */
function end(request: IncomingMessage, response: ServerResponse, status: 400 | 408) {
  const { socket } = request;
  const { id, head, text } = answerOf(status);
  recordAnswer(id, request.method ?? "", "(refused)", status, status === 408 ? slowest.window : 0);
  // A response has begun, to this request or to one before it on the same connection.
  if (response.headersSent || !response.socket) {
    socket.destroy();
    return;
  }
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${text}`, () => socket.destroy());
}

const back = "use your browser’s Back button to get back to what you typed.";
const messages = {
  400: {
    title: "We couldn’t read what you sent",
    text: `It arrived in too many small pieces, so nothing was saved. Please send it again; ${back}`,
  },
  408: {
    title: "That arrived too slowly",
    text: `Your connection was too slow: too little arrived within a minute, so nothing was saved. Please try again with a better connection; ${back}`,
  },
  503: {
    title: "Too much is arriving from your network right now",
    text: `What you sent wasn’t saved. Please wait a minute and send it again; ${back}`,
  },
};

function answerOf(status: keyof typeof messages) {
  const id = randomUUID();
  const text = standaloneText(status, messages[status], id);
  const head = [
    ["Content-Type", "text/html; charset=utf-8"],
    ["Content-Length", String(Buffer.byteLength(text))],
    ["Connection", "close"],
    ["Cache-Control", "no-store"],
    ["X-Request-Id", id],
    ...safetyHeaders("/"),
    ["Content-Security-Policy", contentPolicy("")],
  ] satisfies [string, string][];
  return { id, head, text };
}
