import { isRouteErrorResponse, type MetaDescriptor } from "react-router";
import type { StructuredData } from "~/content/seo/structured-data";

/** The head of one page; the layout adds what is missing. URLs are absolute. */
export type PageHead = {
  title?: string | null;
  description?: string | null;
  keywords?: string | null;
  ogTitle?: string | null;
  ogDescription?: string | null;
  ogImage?: string | null;
  ogType?: string | null;
  canonical?: string | null;
  robots?: string | null;
  /** Of a product, in US dollars: the lowest if there are several. */
  price?: string | null;
  structuredData?: readonly StructuredData[] | null;
};

type Parents = readonly ({ meta: MetaDescriptor[] } | undefined)[];

const wordsOf = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;

/** Appends the first word of the site's name to a title, unless it contains that word. */
export function titled(title: string, siteName: string): string {
  const [brand = ""] = siteName.trim().split(/\s+/);
  return wordsOf(title).includes(wordsOf(brand)) ? title : `${title} | ${brand}`;
}

/** The site's name, from the layout's tags. */
const siteNameOf = (tags: readonly MetaDescriptor[]): string =>
  tags.flatMap((tag) => ("property" in tag && tag.property === "og:site_name" ? [String(tag.content)] : []))[0] ?? "";

/** Identifies a tag: a page's tag replaces the layout's of the same name. */
function nameOf(tag: MetaDescriptor): string {
  if ("title" in tag) return "title";
  if ("name" in tag) return `name ${tag.name}`;
  if ("property" in tag) return `property ${tag.property}`;
  if ("tagName" in tag && "rel" in tag) return `rel ${tag.rel}`;
  return "";
}

/** Only our generated pictures have a known size. */
const isOwnPicture = (url: string) => /^[^?]+\.png$/.test(url) && url.includes("/social/");

function tagsOf(head: PageHead, siteName: string): MetaDescriptor[] {
  const ogTitle = head.ogTitle || head.title;
  const ogDescription = head.ogDescription || head.description;
  const own = isOwnPicture(head.ogImage ?? "");
  const named = {
    description: head.description,
    keywords: head.keywords,
    robots: head.robots,
    "twitter:title": ogTitle,
    "twitter:description": ogDescription,
    "twitter:image": head.ogImage,
    "twitter:image:alt": head.ogImage ? ogTitle : null,
  };
  const social = {
    "og:title": ogTitle,
    "og:description": ogDescription,
    "og:type": head.ogType,
    "og:image": head.ogImage,
    "og:image:type": own ? "image/png" : null,
    "og:image:width": own ? "1200" : null,
    "og:image:height": own ? "630" : null,
    "og:image:alt": head.ogImage ? ogTitle : null,
    "og:url": head.canonical,
    "product:price:amount": head.price,
    "product:price:currency": head.price ? "USD" : null,
  };
  return [
    ...(head.title ? [{ title: titled(head.title, siteName) }] : []),
    ...Object.entries(named).flatMap(([name, content]) => (content ? [{ name, content }] : [])),
    ...Object.entries(social).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    ...(head.canonical ? [{ tagName: "link" as const, rel: "canonical", href: head.canonical }] : []),
    ...(head.structuredData ?? []).map((data) => ({ "script:ld+json": data })),
  ];
}

/** The tags of a page: its own, and those of parent routes that it doesn't replace. */
export function headTags(head: PageHead, parents: Parents = []): MetaDescriptor[] {
  // A route without tags repeats its parent's.
  const all = parents.flatMap((match) => match?.meta ?? []);
  const above = [...new Map(all.map((tag) => [nameOf(tag) || JSON.stringify(tag), tag])).values()];
  const own = tagsOf(head, siteNameOf(above));
  const names = new Set(own.map(nameOf).filter(Boolean));
  return [...above.filter((tag) => !names.has(nameOf(tag))), ...own];
}

/** The layout's tags: the head of pages without one, and the site's name. */
export function layoutTags(head: PageHead, siteName: string): MetaDescriptor[] {
  return [...tagsOf(head, siteName), { property: "og:site_name", content: siteName }];
}

const errorTitles = new Map([
  [404, "Page Not Found"],
  [405, "This Page Doesn’t Accept Submissions"],
]);

/** The tags of a page that failed. */
export function tagsOfError(error: unknown, siteName: string): MetaDescriptor[] {
  const title = isRouteErrorResponse(error) ? errorTitles.get(error.status) : undefined;
  return layoutTags({ title: title ?? "Something Went Wrong", robots: "noindex" }, siteName);
}

/**
 * The title of a page that couldn't be read: `missing` after a 404; otherwise a general one, because the page may
 * exist.
 */
export function titleOfError(error: unknown, missing: string): string {
  return isRouteErrorResponse(error) && error.status === 404 ? missing : "Something Went Wrong";
}

/** Adds a page's own structured data. Stored blocks come first and replace the page's own of the same type. */
export function withData(head: PageHead, own: readonly StructuredData[]): PageHead {
  const stored = head.structuredData ?? [];
  const types = new Set(stored.map((block) => block["@type"]));
  return { ...head, structuredData: [...stored, ...own.filter((block) => !types.has(block["@type"]))] };
}

/** Keeps search results out of the index; their links are followed. */
export function unlessSearched(head: PageHead, search: string): PageHead {
  return search ? { ...head, robots: "noindex, follow" } : head;
}
