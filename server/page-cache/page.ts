import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Visit } from "~/ground/visit";
import { afterFirstPaint } from "../shell/after-first-paint";
import { contentPolicy, safetyHeaders } from "../shell/headers";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** A rendered page, or its data for the router's script, as it is answered from memory. */
export type KeptPage = {
  /** What it is kept under: see `keptKey`. */
  address: string;
  /** The pattern of its route, for log and metrics. */
  pattern: string;
  etag: string;
  bodies: Record<Encoding, Buffer>;
  /** Header names and values in turn, as `writeHead` takes them, for each encoding. */
  heads: Record<Encoding, string[]>;
  /** What it takes in memory, and until when it is right (milliseconds since 1970). */
  bytes: number;
  endsAt: number;
};

/**
 * Makes a page for everybody of one that was rendered for `visit`: its nonce and number are taken out, and the policy
 * names the hash of each script that carried the nonce. A script that got into the page by other ways never knew the
 * nonce: its hash is not named, and no browser runs it.
 */
export async function makeKeptPage(address: string, answer: Response, visit: Visit, endsAt: number): Promise<KeptPage> {
  const text = (await answer.text()).replaceAll(visit.requestId, "");
  const type = answer.headers.get("content-type") ?? "text/html; charset=utf-8";
  const rendered = type.startsWith("text/html") ? afterFirstPaint(text) : text;
  const hashes = scriptHashes(rendered, visit.nonce);
  const identity = Buffer.from(rendered.replaceAll(` nonce="${visit.nonce}"`, ""));
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    zip(identity, { level: 7 }),
  ]);
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const common: [string, string][] = [
    ["Content-Type", type],
    // Every browser and proxy may keep it, and asks each time whether it is still the same.
    ["Cache-Control", "public, max-age=0, must-revalidate"],
    ["Vary", "Accept-Encoding"],
    ["ETag", etag],
    // No kept page is a private one.
    ...safetyHeaders("/"),
    ["Content-Security-Policy", contentPolicy(hashes.map((hash) => `'sha256-${hash}'`).join(" "))],
  ];
  if (answer.headers.get("x-remix-response")) common.push(["X-Remix-Response", "yes"]);
  const bodies = { br, gzip: gz, identity };
  const head = (encoding: Encoding) => [
    ...common.flat(),
    ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    "Content-Length",
    String(bodies[encoding].length),
  ];
  return {
    address,
    pattern: visit.pattern,
    etag,
    bodies,
    heads: { br: head("br"), gzip: head("gzip"), identity: head("identity") },
    // The bodies, and about what the strings around them take.
    bytes: br.length + gz.length + identity.length + 4_096,
    endsAt,
  };
}

function scriptHashes(html: string, nonce: string): string[] {
  const hashes: string[] = [];
  for (const [, attributes = "", script = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(`nonce="${nonce}"`) && !/\ssrc=/.test(attributes))
      hashes.push(createHash("sha256").update(script).digest("base64"));
  return [...new Set(hashes)];
}

/** The encoding to answer in: brotli before gzip, where the browser takes it (`q=0` means that it does not). */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  const known = chosen.get(accepted);
  if (known) return known;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  const encoding = takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
  if (chosen.size < 200) chosen.set(accepted, encoding);
  return encoding;
}
// Browsers send a handful of different ones.
const chosen = new Map<string, Encoding>();

/** Whether the `If-None-Match` of a request names this page: what the browser holds is still right. */
export function isSame(page: KeptPage, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => plain(tag) === plain(page.etag));
}
