import { normalizedPath } from "~/core/paths";
import { db } from "~/db/client.server";
import { redirects } from "~/db/schema/site/redirects";
import { log } from "~/log.server";
import { finalUrl, withSearch } from "./addresses";

let kept: Promise<ReadonlyMap<string, string>> | undefined;
let listening = false;
const forget = () => {
  kept = undefined;
};

/** Listens for changes of the content, as `cachedSettings` does: the redirects are kept until the next one. */
export const cachedRedirects = {
  changed: forget,
  listening: () => {
    listening = true;
    forget();
  },
  lost: () => {
    listening = false;
    forget();
  },
  away: () => undefined,
};

function currentRedirects(): Promise<ReadonlyMap<string, string>> {
  if (kept) return kept;
  const read = db
    .select({ from: redirects.fromPath, to: redirects.toAddress })
    .from(redirects)
    .then((rows) => new Map(rows.map(({ from, to }) => [from, to])));
  if (listening) {
    kept = read;
    read.catch(() => {
      if (kept === read) forget();
    });
  }
  return read;
}

/** Where an address without a page leads (O-LINK-1), its search included; null where it leads nowhere. */
export async function redirectOf(pathname: string, search: string): Promise<string | null> {
  try {
    const to = finalUrl(normalizedPath(pathname), await currentRedirects());
    return to === null ? null : withSearch(to, search);
  } catch (err) {
    log.error({ err }, "the redirects could not be read");
    return null;
  }
}
