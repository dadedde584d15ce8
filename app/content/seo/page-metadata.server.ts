import { eq } from "drizzle-orm";
import { statedOn } from "~/content/facts/facts.server";
import { readExtra } from "~/content/read.server";
import type { PageHead } from "~/content/seo/head";
import { storedData } from "~/content/seo/structured-data";
import { db } from "~/db/client.server";
import { seoMetadata } from "~/db/schema/content";
import type { Visit } from "~/ground/visit";

/** A path of ours as an absolute address; an absolute address is returned unchanged. */
export function publicAddress({ origin }: Visit, path: string): string {
  return path.startsWith("/") && !path.startsWith("//") ? `${origin}${path}` : path;
}

/** The address of a page's picture for social networks: the generated one, unless another is stored. */
export function socialImage(visit: Visit, path: string, stored?: string | null): string {
  return publicAddress(visit, stored || `/social${path === "/" ? "/home" : path}.png`);
}

/** The stored head of a page (P-SEO-2). A failed read counts as no metadata (P-FAIL-3). */
export async function pageHead(visit: Visit, path: string): Promise<PageHead> {
  const read = db.select().from(seoMetadata).where(eq(seoMetadata.pagePath, path)).limit(1);
  const [stored] = await readExtra(visit, `the metadata of ${path}`, read, []);
  const row = stored && (await statedOn(visit, stored));
  const canonical = publicAddress(visit, row?.canonicalUrl || path);
  const ogImage = socialImage(visit, path, row?.ogImage);
  if (!row) return { canonical, ogImage };
  return {
    title: row.title,
    description: row.description,
    keywords: row.keywords,
    ogTitle: row.ogTitle,
    ogDescription: row.ogDescription,
    ogImage,
    ogType: row.ogType,
    canonical,
    robots: row.robots,
    structuredData: storedData(row.structuredData),
  };
}
