import { eq } from "drizzle-orm";
import { config } from "~/config.server";
import type { PageHead } from "~/content/head";
import { readExtra } from "~/content/read.server";
import { db } from "~/db/client.server";
import { seoMetadata } from "~/db/schema/content";
import type { Visit } from "~/visit";

/** The site's public address, or nothing: a Host header is the visitor's word, so it never gets into a page. */
export const publicOrigin = config.PUBLIC_URL ?? "";

/** Paths of ours become addresses; what is an address already stays. */
export function publicAddress(path: string): string {
  return path.startsWith("/") ? `${publicOrigin}${path}` : path;
}

/**
 * The stored head of a page. `structuredData` is what the page itself has to say, for where nothing is stored. A
 * failed read counts as no metadata.
 */
export async function pageHead(
  visit: Visit,
  path: string,
  structuredData: PageHead["structuredData"] = null,
): Promise<PageHead> {
  const read = db.select().from(seoMetadata).where(eq(seoMetadata.pagePath, path)).limit(1);
  const [row] = await readExtra(visit, `the metadata of ${path}`, read, []);
  const canonical = publicAddress(row?.canonicalUrl || path);
  if (!row) return { canonical, structuredData };
  return {
    title: row.title,
    description: row.description,
    keywords: row.keywords,
    ogTitle: row.ogTitle,
    ogDescription: row.ogDescription,
    ogImage: row.ogImage ? publicAddress(row.ogImage) : null,
    ogType: row.ogType,
    canonical,
    robots: row.robots,
    structuredData: row.structuredData ? [row.structuredData] : structuredData,
  };
}
