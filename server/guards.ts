import type { Context, MiddlewareHandler } from "hono";
import { addressKey } from "~/accounts/limits.server";
import { config } from "~/config.server";
import { discardBody, hasMoreParts, isTooLarge, keepBody, readBody, toldLength } from "./body";
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

type Weight = { maxSize: number; said: string; files?: true };
/** What a request may weigh, in bytes: a file has 10 MB, and its form some words around it (decision 27). */
const forms = { maxSize: 256 * 1024, said: "What you sent is larger than 256 KB" };
/** Thirty details of 2,000 signs each, in a script whose signs are nine bytes in a form, and what stands around them. */
export const answers = { maxSize: 1024 * 1024, said: "What you sent is larger than 1 MB" };
const answersPath = /^\/apply\/[^/]+(\/save)?(\.data)?$/;
const uploads = { maxSize: 11 * 1024 * 1024, said: "File size exceeds 10MB limit", files: true } as const;
const uploadPath = /^\/(apply\/[^/]+\/(upload|documents)(\/save|\.data)?|contact\/upload)$/;
/** The inquiry without script brings its five files along. */
const inquiry = {
  maxSize: 55 * 1024 * 1024,
  said: "Files can be 10 MB each and 50 MB together",
  files: true,
} as const;
/** Far more than a form of ours has: an empty field or file costs many times its bytes, and 800,000 of them half a minute. */
const mostParts = 200;

/** Only a form with files may be large: of one without, every second sign could begin another field. */
function weightOf(path: string, contentType: string): Weight {
  const files = /^multipart\/form-data[ \t]*;/i.test(contentType);
  if (files && uploadPath.test(path)) return uploads;
  if (files && path === "/contact") return inquiry;
  return answersPath.test(path) ? answers : forms;
}

export const limitBody: MiddlewareHandler<ShellEnv> = async (c, next) => {
  if (safe.has(c.req.method)) return next();
  const contentType = c.req.header("content-type") ?? "";
  const { maxSize, said, files } = weightOf(c.req.path, contentType);
  const told = toldLength(c);
  const small = told !== undefined && told <= forms.maxSize;
  if (!files || small) return (await isTooLarge(c, maxSize)) ? tooLarge(c, said) : next();

  if (told !== undefined && told > maxSize) return tooLarge(c, said);
  const room = roomFor(addressKey(c.get("visit").address));
  try {
    const body = await readBody(c.env.incoming, maxSize, room.hold);
    if (body === "too large") return await tooLarge(c, said);
    if (body === "no room") return await busy(c);
    if (hasMoreParts(body, contentType, mostParts)) return await tooManyParts(c);
    keepBody(c, body);
    return await next();
  } finally {
    room.leave();
  }
};

/**
 * What brings files is in memory until it is answered: so many bytes of all of them together, and of one address, which
 * is more than an inquiry's five files. Bytes are counted as they arrive: who sends slowly takes no room from others.
 */
const mostHeld = { together: 256 * 1024 * 1024, byOne: 64 * 1024 * 1024 };
const heldBy = new Map<string, number>();
let held = 0;

function roomFor(address: string) {
  let taken = 0;
  const add = (bytes: number) => {
    taken += bytes;
    held += bytes;
    const rest = (heldBy.get(address) ?? 0) + bytes;
    if (rest > 0) heldBy.set(address, rest);
    else heldBy.delete(address);
  };
  return {
    hold(bytes: number): boolean {
      if (held + bytes > mostHeld.together || (heldBy.get(address) ?? 0) + bytes > mostHeld.byOne) return false;
      add(bytes);
      return true;
    },
    leave: () => add(-taken),
  };
}

const tooLarge = (c: Context<ShellEnv>, said: string) =>
  refuse(c, 413, {
    title: "That is more than we can take at once",
    text: `${said}, so it was not stored. Please make it smaller; your browser’s Back button leads back to what you typed.`,
  });

const tooManyParts = (c: Context<ShellEnv>) =>
  refuse(c, 400, {
    title: "That is more than our form holds",
    text: `What you sent has more than ${mostParts} fields and files, so it was not stored. Please send fewer files; your browser’s Back button leads back to what you typed.`,
  });

function busy(c: Context<ShellEnv>) {
  c.header("Retry-After", "30");
  return refuse(c, 503, {
    title: "Many files are arriving just now",
    text: "Yours were not stored yet. Please wait half a minute and send them again; your browser’s Back button leads back to what you typed.",
  });
}

async function refuse(c: Context<ShellEnv>, status: 400 | 403 | 413 | 503, words: { title: string; text: string }) {
  c.get("visit").pattern = "(refused)";
  await discardBody(c.env.incoming);
  return standalonePage(c, status, words);
}
