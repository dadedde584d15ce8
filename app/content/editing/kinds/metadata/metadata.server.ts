import { eq, sql } from "drizzle-orm";
import { interpolateFacts } from "~/content/facts/facts.server";
import { parsePictureUrl } from "~/content/pictures/address";
import { defaultMetadataOf } from "~/content/seo/default-metadata.server";
import { countryPath } from "~/content/seo/page-paths";
import { isNoIndex, keyOfPage, ownPicture, pageOfKey } from "~/content/seo/stored-head";
import { publicPages } from "~/core/paths";
import { db, type Queryable } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { type Json, seoMetadata } from "~/db/schema/content";
import { redirects } from "~/db/schema/site/redirects";
import { loadSender } from "~/mail/sender.server";
import { receivePictures } from "../../fields/receive-pictures.server";
import { type Content, defineKind, type Listed, type Problems, type Question } from "../../kind";
import { textIn } from "../rows.server";
import { metadataFields, sharedSize } from "./fields";

/** Pages with a fixed path, pages of countries with services, and any other with a stored row. */
async function pagesIn(from: Queryable): Promise<Map<string, string | null>> {
  const [rows, served] = [
    await from.select({ path: seoMetadata.pagePath, title: seoMetadata.title }).from(seoMetadata),
    await from
      .selectDistinct({ name: countries.name, code: countries.code })
      .from(countries)
      .innerJoin(visaServices, sql`${visaServices.countryId} = ${countries.id} and ${visaServices.isActive}`)
      .orderBy(countries.name),
  ];
  const fixed = publicPages.map(({ path }) => path).filter((path) => !path.includes(":"));
  const titles = new Map(rows.map(({ path, title }) => [path, title]));
  const paths = new Set([...fixed, "/apply/start", ...served.map(countryPath), ...[...titles.keys()].sort()]);
  return new Map([...paths].map((path) => [path, titles.get(path) ?? null]));
}

/** Pages that no longer exist at their path, such as that of a renamed country. */
async function moved(from: Queryable): Promise<Map<string, string>> {
  const rows = await from.select({ path: redirects.fromPath, to: redirects.toAddress }).from(redirects);
  const existing = await pagesIn(from);
  return new Map(rows.filter(({ path }) => !existing.has(path)).map(({ path, to }) => [keyOfPage(path), to]));
}

/** Recognizes our own pictures by their URL, also if it was typed. */
function completed(content: Content): Content {
  const imageUrl = textIn(content.og_image);
  if (content.picture || !parsePictureUrl(imageUrl)) return content;
  return { ...content, picture: { src: imageUrl, alt: "" }, og_image: null };
}

const pictureOf = ({ picture }: Content): string => ownPicture.parse(picture)?.src ?? "";

const check = (content: Content): Problems => ({
  ...(content.title ? {} : { title: "Enter a title." }),
  ...(content.description ? {} : { description: "Enter a description." }),
  ...(pictureOf(content) && content.og_image
    ? { og_image: "A page can have only one picture. Clear this field, or remove the uploaded picture." }
    : {}),
  ...smallPicture(content),
});

/** Refuses one of our pictures that is too small for sharing; typed URLs skip the check at upload. */
function smallPicture(content: Content): Problems {
  const size = parsePictureUrl(pictureOf(content));
  if (!size || (size.width >= sharedSize.width && size.height >= sharedSize.height)) return {};
  return {
    picture: `This picture is ${size.width} × ${size.height} pixels. Choose one of at least ${sharedSize.width} × ${sharedSize.height}.`,
  };
}

/** Asks before a page is removed from search engines. */
function ask({ robots }: Content, shown: Content | null): Question | null {
  if (!isNoIndex(textIn(robots)) || isNoIndex(textIn(shown?.robots))) return null;
  return {
    text: "This page will be removed from search results and the sitemap. Publish it?",
    options: [
      { value: "yes", label: "Yes, publish it" },
      { value: "no", label: "No, don’t publish", stops: true },
    ],
  };
}

/**
 * Data for the previews of a search result and a shared link: defaults for empty fields, and the facts that texts name.
 */
async function extra(key: string, content: Content): Promise<Json> {
  const path = pageOfKey(key);
  const named = [...new Set(JSON.stringify(content).match(/\{[^{}"\\\n]+\}/g) ?? [])];
  const { name } = await loadSender(db);
  return {
    path,
    instead: { ...(await defaultMetadataOf(path)) },
    siteName: name,
    picture: `/social${path === "/" ? "/home" : path}.png`,
    facts: (await interpolateFacts(named)).map((value, index) => ({ chip: named[index] ?? "", value })),
  };
}

/** Pages whose metadata is edited here, then services and posts, which link to their own editors. */
async function list(from: Queryable): Promise<Listed[]> {
  const pages = [...(await pagesIn(from))];
  const own = pages.map(async ([path, title]) => ({
    ...{ key: keyOfPage(path), name: path, isPublic: true },
    note: title ?? `Not set. Uses: ${(await defaultMetadataOf(path)).title}`,
  }));
  const { rows } = await from.execute<{ name: string; title: string; elsewhere: string }>(sql`
    select '/visa/' || slug as name, coalesce(nullif(meta_title, ''), service_name) as title,
        '/admin/services/' || id as elsewhere, 1 as place from visa_services where is_active
      union all select '/blog/' || slug, coalesce(nullif(meta_title, ''), title), '/admin/content/posts/' || id, 2
        from blog_posts where published order by place, name`);
  const existingNames = new Set(pages.map(([path]) => path));
  const otherPages = rows
    .filter(({ name }) => !existingNames.has(name))
    .map(({ name, title, elsewhere }) => ({
      ...{ key: keyOfPage(name), name, elsewhere, isPublic: true },
      note: `${title} · Edited in the ${name.startsWith("/visa/") ? "service" : "post"} editor`,
    }));
  return [...(await Promise.all(own)), ...otherPages];
}

export const metadataKind = defineKind({
  may: "super_admin",
  ...{ kind: "metadata", title: "Page metadata", fields: metadataFields, completed, check, ask },
  facts: true,
  receive: receivePictures(metadataFields),
  about:
    "What search engines and shared links show for each page. For posts and services, edit this in their own editors.",
  many: {
    ...{ noun: "page", first: "There are no pages.", canAdd: false },
    has: async (from, key) => (await pagesIn(from)).has(pageOfKey(key)),
    name: (_content, key) => pageOfKey(key),
    ...{ list, moved },
  },
  async read(from, key) {
    const [row] = await from
      .select()
      .from(seoMetadata)
      .where(eq(seoMetadata.pagePath, pageOfKey(key)));
    if (!row) return null;
    const { structuredData, ogType, ...rest } = row;
    return {
      ...{ title: rest.title, description: rest.description, keywords: rest.keywords },
      ...{ og_title: rest.ogTitle, og_description: rest.ogDescription },
      ...completed({ picture: null, og_image: rest.ogImage }),
      ...{ og_type: ogType === "website" ? null : ogType, canonical_url: rest.canonicalUrl },
      ...{ robots: rest.robots, priority: rest.priority, change_frequency: rest.changeFrequency },
      structured_data: JSON.parse(JSON.stringify(structuredData)),
    };
  },
  async publish(tx, key, content) {
    const text = (name: string) => textIn(content[name]) || null;
    const { structured_data: data = null } = content;
    const row = {
      ...{ title: textIn(content.title), description: textIn(content.description), keywords: text("keywords") },
      ...{
        ogTitle: text("og_title"),
        ogDescription: text("og_description"),
        ogImage: pictureOf(content) || text("og_image"),
      },
      ...{ ogType: text("og_type") ?? "website", canonicalUrl: text("canonical_url") },
      ...{ robots: text("robots") ?? "index, follow", priority: text("priority") ?? "0.5" },
      changeFrequency: text("change_frequency") ?? "monthly",
      structuredData: data === null ? null : sql`${JSON.stringify(data)}::jsonb`,
      updatedAt: sql`now()`,
    };
    await tx
      .insert(seoMetadata)
      .values({ pagePath: pageOfKey(key), ...row })
      .onConflictDoUpdate({ target: seoMetadata.pagePath, set: row });
  },
  pages: (key) => [{ path: pageOfKey(key), name: pageOfKey(key) }],
  extra: (_from, key, content) => extra(key, content),
});
