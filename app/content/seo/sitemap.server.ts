import { and, asc, desc, eq, not, sql } from "drizzle-orm";
import { canonicalPath, countryPath } from "~/content/seo/page-paths";
import { xmlText } from "~/content/seo/xml";
import { termsPaths } from "~/content/texts/terms-paths";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { blogPosts, contentPublished, seoMetadata } from "~/db/schema/content";

export type SitemapEntry = { path: string; updatedAt: Date; frequency: string; priority: string };

/**
 * The sitemap: stored pages by priority, published posts, countries with services, active services. Without `noindex`
 * pages and services that have another canonical page.
 */
export async function sitemapEntries(): Promise<SitemapEntry[]> {
  const [pages, posts, services, served, [terms]] = await Promise.all([
    db
      .select({
        path: seoMetadata.pagePath,
        updatedAt: seoMetadata.updatedAt,
        frequency: seoMetadata.changeFrequency,
        priority: seoMetadata.priority,
      })
      .from(seoMetadata)
      .where(not(sql`${seoMetadata.robots} ~* '\\m(noindex|none)\\M'`))
      .orderBy(desc(seoMetadata.priority), asc(seoMetadata.pagePath)),
    db
      .select({ slug: blogPosts.slug, updatedAt: blogPosts.updatedAt })
      .from(blogPosts)
      .where(eq(blogPosts.published, true))
      .orderBy(desc(blogPosts.publishedAt), asc(blogPosts.slug)),
    db
      .select({ slug: visaServices.slug, updatedAt: visaServices.updatedAt })
      .from(visaServices)
      .where(eq(visaServices.isActive, true))
      .orderBy(asc(visaServices.slug)),
    db
      .select({
        name: countries.name,
        code: countries.code,
        updatedAt: sql`max(${visaServices.updatedAt})`.mapWith(visaServices.updatedAt),
      })
      .from(countries)
      .innerJoin(visaServices, and(eq(visaServices.countryId, countries.id), eq(visaServices.isActive, true)))
      .where(eq(countries.isHidden, false))
      .groupBy(countries.id)
      .orderBy(asc(countries.name)),
    db
      .select({
        updatedAt: contentPublished.updatedAt,
        isListed: sql<boolean>`not exists (select from ${seoMetadata} where ${seoMetadata.pagePath} = ${termsPaths.after})`,
      })
      .from(contentPublished)
      .where(and(eq(contentPublished.kind, "pages"), eq(contentPublished.key, "terms"))),
  ]);
  const stored = new Set(pages.map(({ path }) => path));
  const destinations = served.map((country) => ({ path: countryPath(country), updatedAt: country.updatedAt }));
  const open = new Set(destinations.map(({ path }) => path));
  return [
    ...pages.filter(({ path }) =>
      path === termsPaths.after ? terms !== undefined : !path.startsWith("/services/") || open.has(path),
    ),
    ...(terms?.isListed
      ? [{ path: termsPaths.after, updatedAt: terms.updatedAt, frequency: "yearly", priority: "0.3" }]
      : []),
    ...posts.map(({ slug, updatedAt }) => ({
      path: `/blog/${slug}`,
      updatedAt,
      frequency: "monthly",
      priority: "0.6",
    })),
    ...[
      ...destinations.filter(({ path }) => !stored.has(path)),
      ...services.map(({ slug, updatedAt }) => ({ path: `/visa/${slug}`, updatedAt })),
    ]
      .filter(({ path }) => path === canonicalPath(path))
      .map((page) => ({ ...page, frequency: "weekly", priority: "0.8" })),
  ];
}

/** The sitemap as XML (https://www.sitemaps.org/protocol.html); `origin`: the site's public origin. */
export function sitemapXml(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(
    ({ path, updatedAt, frequency, priority }) => `  <url>
    <loc>${xmlText(`${origin}${encodeURI(path)}`)}</loc>
    <lastmod>${nassauDay(updatedAt)}</lastmod>
    <changefreq>${xmlText(frequency)}</changefreq>
    <priority>${xmlText(priority)}</priority>
  </url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
