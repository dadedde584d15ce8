import { fetchSelf, isSameOrigin } from "~/content/self-request.server";
import { sitemapEntries } from "~/content/seo/sitemap.server";
import { isPrivate, publicPages } from "~/core/paths";
import { linksIn } from "./links-in";

type Broken = { page: string; address: string; isPicture: boolean; words: string };
/** `unread`: pages that failed, so nothing is known of their links. */
export type SiteRead = { pages: string[]; unread: string[]; broken: Broken[] };

/** Limits of one check: URLs in total, and concurrent requests. */
const max = 20_000;
const atOnce = 3;

class NotNow extends Error {}

/** `at`: the URL after redirects. `html`: null if it isn't a page. */
type Answer = { status: number; at: string; html: string | null };

/**
 * Requests one of our URLs and follows its redirects. A redirect to another site counts as a success: other sites are
 * never requested.
 */
async function fetchPage(url: string, signal: AbortSignal): Promise<Answer> {
  let current = url;
  for (let hops = 0; hops < 10; hops += 1) {
    const response = await fetchSelf(current, signal);
    const to = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    // The app is stopping or the database is unavailable, so nothing is known of any page.
    if (response.status === 503) throw new NotNow("The site isn’t responding right now");
    const isHtml = response.headers.get("content-type")?.includes("text/html") ?? false;
    const html = to === null && isHtml && response.status === 200 ? await response.text() : null;
    if (html === null) await response.body?.cancel();
    const next = to === null ? null : ownPath(to, current);
    if (next === null) return { status: response.status, at: current, html };
    current = next;
  }
  return { status: 508, at: current, html: null };
}

const unknown = "http://own.invalid";

/**
 * The path and search of a link on one of our pages; null for another site, and for other schemes such as `mailto:`.
 */
function ownPath(link: string, page: string): string | null {
  if (!URL.canParse(link, unknown + page)) return null;
  const { origin, pathname, search } = new URL(link, unknown + page);
  return origin === unknown || isSameOrigin(origin) ? pathname + search : null;
}

/** Every page that visitors may find: the sitemap, known paths, and whatever these link to. */
const firstPages = async () => [
  ...publicPages.map(({ path }) => path).filter((path) => !path.includes(":")),
  ...(await sitemapEntries()).map(({ path }) => path),
];

const isPage = (url: string): boolean => !url.includes("?") && !isPrivate(url);

/** Progress: URLs that were checked, of those found so far. */
type OnProgress = (done: number, total: number) => Promise<unknown>;

/**
 * Reads all public pages as a visitor gets them, and requests each of our URLs that they link to once. Calls
 * `onProgress` after each.
 */
export async function readSite(signal: AbortSignal, onProgress: OnProgress): Promise<SiteRead> {
  const requested = new Map<string, number>();
  const waiting: string[] = [];
  const named: Broken[] = [];
  const pages: string[] = [];
  let done = 0;
  const want = (url: string) => {
    if (requested.has(url) || requested.size >= max) return;
    requested.set(url, 0);
    waiting.push(url);
  };
  for (const path of await firstPages()) want(path);
  await onProgress(done, requested.size);
  const readNext = async (url: string) => {
    const { status, at, html } = await fetchPage(url, signal).catch((error: unknown): Answer => {
      if (signal.aborted || error instanceof NotNow) throw error;
      return { status: 0, at: url, html: null };
    });
    requested.set(url, status);
    if (at !== url && isPage(at)) return want(at);
    if (html === null || !isPage(url)) return;
    pages.push(url);
    for (const link of linksIn(html)) {
      const to = ownPath(link.address, url);
      if (to === null) continue;
      named.push({ page: url, ...link, address: to });
      want(to);
    }
  };
  const failures: unknown[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && failures.length === 0; next = waiting.shift()) {
      signal.throwIfAborted();
      await readNext(next);
      done += 1;
      await onProgress(done, requested.size);
    }
  };
  // If one fails, wait for the others before failing: no progress is reported of a check that has ended.
  const workOrFail = () => work().catch((error: unknown) => void failures.push(error));
  while (waiting.length > 0 && failures.length === 0) await Promise.all(Array.from({ length: atOnce }, workOrFail));
  if (failures.length > 0) throw failures[0];
  const broken = named.filter(({ address }) => !answers(requested.get(address) ?? 200));
  const unread = [...requested].flatMap(([url, status]) => (status === 0 || status >= 500 ? [url] : []));
  return { pages, unread, broken };
}

/** URLs that need a session, another method or less load do exist. */
const answers = (status: number): boolean =>
  (status > 0 && status < 400) || status === 401 || status === 403 || status === 405 || status === 429;
