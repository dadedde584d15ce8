import { config } from "~/config.server";

/** Without PUBLIC_URL the origin comes from the request's Host, and a response with it is cached only for that Host. */
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

// Bounded, because a Host can be made up; a site has few.
const origins = new Map<string, string>();

const hostName = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i;

/** The key of a cached response: its URL, with the origin if that depends on the Host header. */
export const cacheKey = (origin: string, url: string) => (config.PUBLIC_URL ? url : `${origin}${url}`);
