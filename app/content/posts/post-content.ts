import { z } from "zod";
import { slugOf } from "~/content/slug";
import { type Body, readBody } from "./body/body";
import { plainText } from "./body/text";

const picture = z.object({ src: z.string(), alt: z.string() }).nullish();
const text = z.string().nullish();
const fields = z.object({
  ...{ title: text, slug: text, excerpt: text, category: text, author: text, cover: picture, social: picture },
  ...{ tags: z.array(z.string()).nullish(), body: z.unknown() },
  ...{ meta_title: text, meta_description: text, meta_keywords: text },
  ...{ names_rules: z.boolean().nullish(), checked_on: text, official_source: text },
});

const empty: Body = { type: "doc", content: [] };

/** The slug of a post: as typed, or made from its title. */
export const postSlug = ({ slug, title }: { slug?: unknown; title?: unknown }): string =>
  typeof slug === "string" && slug !== "" ? slug : slugOf(typeof title === "string" ? title : "").slice(0, 100);

/** Converts a post's content to the columns that public pages read. */
export function postOf(content: Readonly<Record<string, unknown>>) {
  const parsed = fields.parse(content);
  const read = readBody(parsed.body ?? empty);
  const body = read.ok ? read.body : empty;
  return {
    slug: postSlug(content),
    title: parsed.title ?? "",
    excerpt: parsed.excerpt ?? "",
    category: parsed.category ?? "",
    author: parsed.author ?? "",
    featuredImage: parsed.cover?.src ?? null,
    featuredImageAlt: parsed.cover?.alt ?? null,
    ogImage: parsed.social?.src ?? null,
    tags: parsed.tags ?? [],
    body,
    content: plainText(body),
    metaTitle: parsed.meta_title ?? null,
    metaDescription: parsed.meta_description ?? null,
    metaKeywords: parsed.meta_keywords ?? null,
    namesRules: parsed.names_rules === true,
    checkedOn: parsed.checked_on ?? null,
    officialSource: parsed.official_source ?? null,
  };
}

/** The columns of each field. */
export const columnsOf: Readonly<Record<string, readonly (keyof ReturnType<typeof postOf>)[]>> = {
  ...{ title: ["title", "slug"], slug: ["slug"], excerpt: ["excerpt"], category: ["category"], author: ["author"] },
  ...{ cover: ["featuredImage", "featuredImageAlt"], social: ["ogImage"], tags: ["tags"], body: ["body", "content"] },
  ...{ meta_title: ["metaTitle"], meta_description: ["metaDescription"], meta_keywords: ["metaKeywords"] },
  ...{ names_rules: ["namesRules"], checked_on: ["checkedOn"], official_source: ["officialSource"] },
};
