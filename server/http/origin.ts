import { config } from "~/config.server";

/**
 * The site's public address. Without PUBLIC_URL it is made from the request's Host, and an answer that holds it is
 * cached for that Host alone.
 */
export function originOf(host = "", forwarded: string | undefined) {
  if (config.PUBLIC_URL) return config.PUBLIC_URL;
  const scheme = config.TRUST_PROXY && forwarded?.split(",").at(-1)?.trim() === "https" ? "https" : "http";
  const named = `${scheme}://${host}`;
  const known = origins.get(named);
  if (known) return known;
  const origin =
    hostName.test(host) && URL.canParse(named) ? `${scheme}://${host.toLowerCase()}` : `${scheme}://localhost`;
  if (origins.size < 200) origins.set(named, origin);
  return origin;
}

// A program has one name, or a few; the map is bounded, because a Host can be invented.
const origins = new Map<string, string>();

const hostName = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i;

/** The key of a cached answer: its address, with the origin where the answer depends on the visitor's Host header. */
export const cacheKey = (origin: string, address: string) => (config.PUBLIC_URL ? address : `${origin}${address}`);
