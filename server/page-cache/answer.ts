import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { countKept, countPage } from "../shell/metrics";
import { keptKey, originOf } from "../shell/origin";
import { chooseEncoding, isSame, type KeptPage } from "./page";
import type { Outcome, PageCache } from "./page-cache";
import { keptAddress } from "./pages";

/** How an answer came about, in the words of RFC 9211. */
const cacheStatus: Record<Outcome, string> = {
  hit: "lucaya; hit",
  stale: "lucaya; hit; detail=database-away",
  miss: "lucaya; fwd=miss; stored",
  shared: "lucaya; fwd=miss; collapsed",
  unkept: "lucaya; fwd=miss",
};

export function sayOutcome(headers: Headers, outcome: Outcome) {
  headers.set("Cache-Status", cacheStatus[outcome]);
  countPage(outcome);
}

/**
 * Answers a GET or HEAD of a kept page from memory, before any of the shell: false when there is none, and nothing was
 * done. Cookies are not looked at. These answers are counted but not logged one by one.
 */
export function answerKept(pages: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  const { headers } = request;
  const origin = originOf(headers.host, String(headers["x-forwarded-proto"] ?? ""));
  // Nearly every address is canonical already.
  let found = pages.find(keptKey(origin, url));
  if (!found) {
    const address = keptAddress(url);
    found = address && address !== url ? pages.find(keptKey(origin, address)) : undefined;
  }
  if (!found) return false;
  const { page, stale } = found;
  const outcome = stale ? "stale" : "hit";
  const own = ["X-Request-Id", randomUUID(), "Cache-Status", cacheStatus[outcome]];
  const same = isSame(page, headers["if-none-match"]);
  if (same) {
    response.writeHead(304, unchangedHead(page).concat(own)).end();
  } else {
    const encoding = chooseEncoding(headers["accept-encoding"]);
    response.writeHead(200, page.heads[encoding].concat(own));
    response.end(method === "GET" ? page.bodies[encoding] : undefined);
  }
  countKept(page.pattern, method, same ? 304 : 200, outcome);
  return true;
}

/** For 304: what the browser holds stays, without what describes the bytes that are not sent. */
function unchangedHead({ heads: { identity } }: KeptPage): string[] {
  const kept: string[] = [];
  for (let at = 0; at < identity.length; at += 2) {
    const [name = "", value = ""] = identity.slice(at, at + 2);
    if (!/^Content-(Type|Length)$/.test(name)) kept.push(name, value);
  }
  return kept;
}

/** The same for a page that was rendered just now, as an answer of the shell. */
export function answerOf(page: KeptPage, request: Request): Response {
  if (isSame(page, request.headers.get("if-none-match") ?? undefined))
    return new Response(null, { status: 304, headers: pairs(unchangedHead(page)) });
  const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? undefined);
  const body = request.method === "HEAD" ? null : new Uint8Array(page.bodies[encoding]);
  return new Response(body, { headers: pairs(page.heads[encoding]) });
}

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""] satisfies [string, string]] : []));
}
