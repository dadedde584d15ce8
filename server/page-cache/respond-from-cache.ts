import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { countCached, countPage } from "../http/metrics";
import { cacheKey, originOf } from "../http/origin";
import { type CachedPage, chooseEncoding, matchesEtag } from "./cached-page";
import { cachedUrlOf } from "./cached-url";
import type { Outcome, PageCache } from "./page-cache";

/** RFC 9211. */
const cacheStatus: Record<Outcome, string> = {
  hit: "lucaya; hit",
  stale: "lucaya; hit; detail=database-away",
  miss: "lucaya; fwd=miss; stored",
  shared: "lucaya; fwd=miss; collapsed",
  uncached: "lucaya; fwd=miss",
};

export function setCacheStatus(headers: Headers, outcome: Outcome) {
  headers.set("Cache-Status", cacheStatus[outcome]);
  countPage(outcome);
}

/** Responds to a GET or HEAD before Hono; false if the page is not cached. Ignores cookies. Counted but not logged. */
export function respondFromCache(pages: PageCache, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  const { headers } = request;
  // An admin may preview a draft.
  if (headers.cookie && url.includes("preview=")) return false;
  const origin = originOf(headers.host, String(headers["x-forwarded-proto"] ?? ""));
  // Nearly every URL is canonical already.
  let entry = pages.find(cacheKey(origin, url));
  if (!entry) {
    const address = cachedUrlOf(url);
    entry = address && address !== url ? pages.find(cacheKey(origin, address)) : undefined;
  }
  if (!entry) return false;
  const { page, stale } = entry;
  const outcome = stale ? "stale" : "hit";
  const extraHeaders = ["X-Request-Id", randomUUID(), "Cache-Status", cacheStatus[outcome]];
  const unchanged = matchesEtag(page, headers["if-none-match"]);
  if (unchanged) {
    response.writeHead(304, unchangedHead(page).concat(extraHeaders)).end();
  } else {
    const encoding = chooseEncoding(headers["accept-encoding"]);
    response.writeHead(200, page.heads[encoding].concat(extraHeaders));
    response.end(method === "GET" ? page.bodies[encoding] : undefined);
  }
  countCached(page.pattern, method, unchanged ? 304 : 200, outcome);
  return true;
}

/** Without the headers that describe the body. */
function unchangedHead({ heads: { identity } }: CachedPage): string[] {
  const head: string[] = [];
  for (let index = 0; index < identity.length; index += 2) {
    const [name = "", value = ""] = identity.slice(index, index + 2);
    if (!/^Content-(Type|Length)$/.test(name)) head.push(name, value);
  }
  return head;
}

/** 304 if `request` has its ETag. */
export function responseOf(page: CachedPage, request: Request): Response {
  if (matchesEtag(page, request.headers.get("if-none-match") ?? undefined))
    return new Response(null, { status: 304, headers: pairs(unchangedHead(page)) });
  const encoding = chooseEncoding(request.headers.get("accept-encoding") ?? undefined);
  const body = request.method === "HEAD" ? null : new Uint8Array(page.bodies[encoding]);
  return new Response(body, { headers: pairs(page.heads[encoding]) });
}

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((name, index) =>
    index % 2 === 0 ? [[name, flat[index + 1] ?? ""] satisfies [string, string]] : [],
  );
}
