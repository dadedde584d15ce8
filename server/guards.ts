import type { Context, MiddlewareHandler } from "hono";
import { config } from "~/config.server";
import { discardBody, isTooLarge } from "./body";
import type { ShellEnv } from "./shell";
import { standalonePage } from "./standalone-page";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/** A write needs our own Origin (decision 26): that of PUBLIC_URL, or the Host when it is unset. */
export const requireOwnOrigin: MiddlewareHandler<ShellEnv> = async (c, next) => {
  if (safe.has(c.req.method) || c.req.header("authorization")?.startsWith("Bearer ")) return next();
  // A service's report comes from no page; its signature is its proof.
  if (c.req.path === "/webhooks/mail") return next();
  if (c.req.path === "/newsletter/unsubscribe") {
    // The one click of a mail program comes from nowhere (RFC 8058); the token in its address is its proof.
    c.req.raw.headers.delete("origin");
    return next();
  }
  if (isOwnOrigin(c.req.header("origin"), c.req.header("host"))) {
    // The router would compare it with the address it was asked at, which behind a proxy that ends TLS is another.
    c.req.raw.headers.delete("origin");
    return next();
  }
  return refuse(c, 403, {
    title: "This request came from another site",
    text: "For your safety we only accept what is sent from our own pages. Nothing was changed. Please go back to Lucaya and try again there.",
  });
};

export function isOwnOrigin(given: string | undefined, host = ""): boolean {
  if (config.PUBLIC_URL) return given === config.PUBLIC_URL;
  return given === `http://${host}` || given === `https://${host}`;
}

/** What a request may weigh, in bytes: a file has 10 MB, and its form some words around it (decision 27). */
const forms = { maxSize: 256 * 1024, said: "What you sent is larger than 256 KB" };
/** Thirty details of 2,000 signs each, in a script whose signs are nine bytes in a form, and what stands around them. */
export const answers = { maxSize: 1024 * 1024, said: "What you sent is larger than 1 MB" };
const answersPath = /^\/apply\/[^/]+(\/save)?(\.data)?$/;
const uploads = { maxSize: 11 * 1024 * 1024, said: "File size exceeds 10MB limit" };
const uploadPath = /^\/(apply\/[^/]+\/(upload|documents)(\/save|\.data)?|contact\/upload)$/;
/** The inquiry without script brings its five files along. */
const inquiry = { maxSize: 55 * 1024 * 1024, said: "Files can be 10 MB each and 50 MB together" };

function weightOf(path: string) {
  if (uploadPath.test(path)) return uploads;
  if (path === "/contact") return inquiry;
  return answersPath.test(path) ? answers : forms;
}

export const limitBody: MiddlewareHandler<ShellEnv> = async (c, next) => {
  const { maxSize, said } = weightOf(c.req.path);
  if (safe.has(c.req.method) || !(await isTooLarge(c, maxSize))) return next();
  return refuse(c, 413, {
    title: "That is more than we can take at once",
    text: `${said}, so it was not stored. Please make it smaller; your browser’s Back button leads back to what you typed.`,
  });
};

async function refuse(c: Context<ShellEnv>, status: 403 | 413, words: { title: string; text: string }) {
  c.get("visit").pattern = "(refused)";
  await discardBody(c.env.incoming);
  return standalonePage(c, status, words);
}
