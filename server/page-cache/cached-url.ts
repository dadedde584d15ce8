import { type PublicPage, publicPages } from "~/core/paths";
import { isValidSearch } from "~/core/text-input";

const exact = new Map(publicPages.filter(({ path }) => !path.includes(":")).map((page) => [page.path, page]));
const bySlug = new Map(
  publicPages.filter(({ path }) => path.endsWith("/:slug")).map((page) => [page.path.slice(0, -"/:slug".length), page]),
);

function find(path: string): PublicPage | undefined {
  const page = exact.get(path);
  if (page) return page;
  const slug = /^(\/[a-z]+)\/[a-z0-9-]{1,200}$/.exec(path);
  return slug ? bySlug.get(slug[1] ?? "") : undefined;
}

/** The canonical URL of a public page for a target such as `/services?utm_source=x&country=us`, or null. */
export function cachedUrlOf(target: string): string | null {
  if (target.length > 1_000) return null;
  const queryStart = target.indexOf("?");
  const path = queryStart < 0 ? target : target.slice(0, queryStart);
  const page = find(path);
  if (!page) return null;
  if (queryStart < 0) return path;
  const params = new URLSearchParams(target.slice(queryStart + 1));
  // The HTTP layer refuses such a query.
  if (!isValidSearch(params)) return null;
  if (page.search && params.get(page.search)?.trim()) return null;
  const parameters = new URLSearchParams();
  for (const name of page.parameters ?? []) {
    const value = params.get(name)?.trim();
    if (value) parameters.set(name, value);
  }
  const query = parameters.toString();
  const url = query ? `${path}?${query}` : path;
  return page.redirectsSpellings && url !== target ? null : url;
}
