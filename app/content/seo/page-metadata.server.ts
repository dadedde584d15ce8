import { eq } from "drizzle-orm";
import { interpolatePageFacts, mapStrings } from "~/content/facts/facts.server";
import { previewed } from "~/content/previewed.server";
import { readExtra } from "~/content/read.server";
import type { PageHead } from "~/content/seo/head";
import { draftedHead, keyOfPage } from "~/content/seo/stored-head";
import { storedData } from "~/content/seo/structured-data";
import { defaultSettings } from "~/content/settings/default-settings";
import { publicSettings } from "~/content/settings/settings.server";
import type { RequestContext } from "~/core/request-context";
import { db } from "~/db/client.server";
import { seoMetadata } from "~/db/schema/content";

/** Makes a path absolute; absolute URLs are returned unchanged. */
export function absoluteUrl({ origin }: RequestContext, path: string): string {
  return path.startsWith("/") && !path.startsWith("//") ? `${origin}${path}` : path;
}

/** A page's picture for social networks: the stored one, otherwise the generated one. */
export function socialImage(visit: RequestContext, path: string, stored?: string | null): string {
  return absoluteUrl(visit, stored || `/social${path === "/" ? "/home" : path}.png`);
}

/**
 * Replaces the default name of the site, whole or its first word, by the current one: stored titles contain it
 * (O-SET-6).
 */
function branded<Row>(row: Row, siteName: string): Row {
  const [was, now] = [defaultSettings.site_name, siteName].map((name) => name.split(/\s+/)[0] ?? name);
  if (siteName === defaultSettings.site_name || was === undefined || now === undefined) return row;
  const word = new RegExp(`\\b${was}\\b`, "g");
  const rename = (text: string) =>
    text
      .split(defaultSettings.site_name)
      .map((part) => part.replace(word, () => now))
      .join(siteName);
  return mapStrings(row, rename);
}

/** The stored head of a page. A failed read counts as no metadata (P-FAIL-3). */
export async function pageHead(visit: RequestContext, path: string): Promise<PageHead> {
  const draft = previewed("metadata", keyOfPage(path));
  const read = db.select().from(seoMetadata).where(eq(seoMetadata.pagePath, path)).limit(1);
  const [stored] = draft ? [draftedHead.parse(draft)] : await readExtra(visit, `the metadata of ${path}`, read, []);
  const row = stored && branded(await interpolatePageFacts(visit, stored), (await publicSettings(visit)).siteName);
  const canonical = absoluteUrl(visit, row?.canonicalUrl || path);
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
