import { cacheContent } from "~/content/cache-content.server";
import { normalizedPath } from "~/core/paths";
import { db } from "~/db/client.server";
import { redirects } from "~/db/schema/site/redirects";
import { log } from "~/log.server";
import { finalUrl, withSearch } from "./addresses";

const currentRedirects = cacheContent(async () => {
  const rows = await db.select({ from: redirects.fromPath, to: redirects.toAddress }).from(redirects);
  return new Map(rows.map(({ from, to }) => [from, to]));
});

/** Where a URL without a page redirects, its search included; null if nowhere. */
export async function redirectOf(pathname: string, search: string): Promise<string | null> {
  try {
    const to = finalUrl(normalizedPath(pathname), await currentRedirects());
    return to === null ? null : withSearch(to, search);
  } catch (err) {
    log.error({ err }, "the redirects could not be read");
    return null;
  }
}
