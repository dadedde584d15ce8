import { fetchSelf, isSameOrigin } from "~/content/self-request.server";
import { sitemapEntries } from "~/content/seo/sitemap.server";
import { isPrivate, publicPages } from "~/core/paths";
import { linksIn } from "./links-in";

type Broken = { page: string; address: string; isPicture: boolean; words: string };
/** `unread`: pages that failed, of whose links nothing is known. */
export type SiteRead = { pages: string[]; unread: string[]; broken: Broken[] };

/** Addresses that one check asks at most, and how many at once. */
const most = 20_000;
const atOnce = 3;

class NotNow extends Error {}

/** `at`: where its redirects led; `html`: of a page. */
type Answer = { status: number; at: string; html: string | null };

/** Asks for an address of ours, by way of its redirects. What leads to another site answers: that is never asked. */
async function ask(address: string, signal: AbortSignal): Promise<Answer> {
  let at = address;
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await fetchSelf(at, signal);
    const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
    // The program is stopping, or its database is away: nothing is known of any page then.
    if (answer.status === 503) throw new NotNow("The site isn’t responding right now");
    const isHtml = answer.headers.get("content-type")?.includes("text/html") ?? false;
    const html = to === null && isHtml && answer.status === 200 ? await answer.text() : null;
    if (html === null) await answer.body?.cancel();
    const next = to === null ? null : ownPath(to, at);
    if (next === null) return { status: answer.status, at, html };
    at = next;
  }
  return { status: 508, at, html: null };
}

const unknown = "http://own.invalid";

/** The path and search of a link on one of our pages; null for another site's, and for what is no page, as a mail. */
function ownPath(link: string, page: string): string | null {
  if (!URL.canParse(link, unknown + page)) return null;
  const { origin, pathname, search } = new URL(link, unknown + page);
  return origin === unknown || isSameOrigin(origin) ? pathname + search : null;
}

/** Every page that visitors may find: those of the sitemap, those that are kept, and those that they lead to. */
const firstPages = async () => [
  ...publicPages.map(({ path }) => path).filter((path) => !path.includes(":")),
  ...(await sitemapEntries()).map(({ path }) => path),
];

const isPage = (address: string): boolean => !address.includes("?") && !isPrivate(address);

/** Addresses that were asked for, of those that are known so far. */
type Told = (done: number, total: number) => Promise<unknown>;

/**
 * Reads all public pages as a visitor gets them, and asks each address of ours that they name once (O-LINK-2). `told`
 * hears after each how far it is.
 */
export async function readSite(signal: AbortSignal, told: Told): Promise<SiteRead> {
  const asked = new Map<string, number>();
  const waiting: string[] = [];
  const named: Broken[] = [];
  const pages: string[] = [];
  let done = 0;
  const want = (address: string) => {
    if (asked.has(address) || asked.size >= most) return;
    asked.set(address, 0);
    waiting.push(address);
  };
  for (const path of await firstPages()) want(path);
  await told(done, asked.size);
  const readOne = async (address: string) => {
    const { status, at, html } = await ask(address, signal).catch((error: unknown): Answer => {
      if (signal.aborted || error instanceof NotNow) throw error;
      return { status: 0, at: address, html: null };
    });
    asked.set(address, status);
    if (at !== address && isPage(at)) return want(at);
    if (html === null || !isPage(address)) return;
    pages.push(address);
    for (const link of linksIn(html)) {
      const to = ownPath(link.address, address);
      if (to === null) continue;
      named.push({ page: address, ...link, address: to });
      want(to);
    }
  };
  const failures: unknown[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && failures.length === 0; next = waiting.shift()) {
      signal.throwIfAborted();
      await readOne(next);
      done += 1;
      await told(done, asked.size);
    }
  };
  // Where one fails the others end as well, before this does: nothing is told of a check that is over.
  const workOrFail = () => work().catch((error: unknown) => void failures.push(error));
  while (waiting.length > 0 && failures.length === 0) await Promise.all(Array.from({ length: atOnce }, workOrFail));
  if (failures.length > 0) throw failures[0];
  const broken = named.filter(({ address }) => !answers(asked.get(address) ?? 200));
  const unread = [...asked].flatMap(([address, status]) => (status === 0 || status >= 500 ? [address] : []));
  return { pages, unread, broken };
}

/** What only a signed-in person, or another method, or a quieter moment gets is there. */
const answers = (status: number): boolean =>
  (status > 0 && status < 400) || status === 401 || status === 403 || status === 405 || status === 429;
