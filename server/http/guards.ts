import type { Context, MiddlewareHandler } from "hono";
import { bearerToken } from "~/accounts/auth.server";
import { config } from "~/config.server";
import { externalPostProofs, isFetched } from "~/core/paths";
import { bodyPolicyOf } from "~/request-bodies/body-policy";
import { formTypeOf, isMalformedForm } from "~/request-bodies/content-type";
import { goBack, type Refusal, tooLarge, unreadable } from "~/request-bodies/refusal";
import { discardBody } from "./body";
import type { ShellEnv } from "./env";
import { standalonePage } from "./standalone-page";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/** A write needs our own Origin: that of PUBLIC_URL, or the Host without it. */
export const requireSameOrigin: MiddlewareHandler<ShellEnv> = async (c, next) => {
  if (safe.has(c.req.method)) return next();
  // Other sites don't know the function's bearer token; cookies are ignored.
  if (c.req.path.startsWith("/functions/") && bearerToken(c.req.raw) !== null) {
    c.req.raw.headers.delete("cookie");
    return next();
  }
  const proof = externalPostProofs[c.req.path];
  // A webhook is sent by a service, not by a page, so it has no Origin.
  if (proof === "signature") return next();
  if (proof === "token in its address") {
    // A mail program's one-click unsubscribe has no Origin of ours (RFC 8058).
    c.req.raw.headers.delete("origin");
    return next();
  }
  if (isSameOrigin(c.req.header("origin"), c.req.header("host"))) {
    // The router would compare it with the request's URL, which differs behind a TLS proxy.
    c.req.raw.headers.delete("origin");
    return next();
  }
  c.get("visit").pattern = "(refused)";
  await discardBody(c.env.incoming);
  return standalonePage(c, 403, {
    title: "This request came from another site",
    text: "For your safety, we only accept forms sent from our own pages. Nothing was changed. Please go back to Lucaya and try again.",
  });
};

export function isSameOrigin(origin: string | undefined, host = ""): boolean {
  if (config.PUBLIC_URL) return origin === config.PUBLIC_URL;
  return origin === `http://${host}` || origin === `https://${host}`;
}

/**
 * Refuses by its headers a form that two parsers could read differently, and a body over its reader's limit; the reader
 * counts the actual bytes (`app/request-bodies`). Hono's `body-limit` would count again, and has one limit for all
 * paths.
 */
export const checkHead: MiddlewareHandler<ShellEnv> = async (c, next) => {
  if (safe.has(c.req.method)) return next();
  const contentType = c.req.header("content-type");
  if (isMalformedForm(contentType)) return refuseBody(c, unreadable);
  // For the router's script the reader refuses, with a response that the script can show.
  if (c.req.path.endsWith(".data")) return next();
  const weight = bodyPolicyOf(c.req.path, formTypeOf(contentType)?.kind === "multipart");
  return Number(c.req.header("content-length") ?? 0) > weight.maxSize ? refuseBody(c, tooLarge(weight)) : next();
};

/** Responds with a page, or with JSON where a script fetches the path. Discards the rest of the body. */
export async function refuseBody(c: Context<ShellEnv>, { status, title, text, retryAfter }: Refusal) {
  c.get("visit").pattern ||= "(refused)";
  if (!(await discardBody(c.env.incoming))) c.header("Connection", "close");
  if (retryAfter) c.header("Retry-After", String(retryAfter));
  if (!isFetched(c.req.path)) return standalonePage(c, status, { title, text: `${text} ${goBack}` });
  const message = status === 429 ? text : `${title}. ${text}`;
  const kind = status === 429 ? "limited" : "failed";
  return c.json(
    { ok: false, reason: kind, kind, outcome: kind, away: status === 503, error: message, message },
    status,
  );
}
