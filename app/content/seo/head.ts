import { isRouteErrorResponse, type MetaDescriptor } from "react-router";
import type { StructuredData } from "~/content/seo/structured-data";

/** The head of one page, as far as it is known; the layout fills in what is missing. Addresses are absolute. */
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
  structuredData?: readonly StructuredData[] | null;
};

type Parents = readonly ({ meta: MetaDescriptor[] } | undefined)[];

/** Tags that have a name of their own: a page's own one takes the place of the layout's. */
function nameOf(tag: MetaDescriptor): string {
  if ("title" in tag) return "title";
  if ("name" in tag) return `name ${tag.name}`;
  if ("property" in tag) return `property ${tag.property}`;
  if ("tagName" in tag && "rel" in tag) return `rel ${tag.rel}`;
  return "";
}

/** The pictures that we draw ourselves have one size; of others it is not known. */
const ownPicture = /\/social\/[^?]+\.png$/;

function tagsOf(head: PageHead): MetaDescriptor[] {
  const ogTitle = head.ogTitle || head.title;
  const ogDescription = head.ogDescription || head.description;
  const own = ownPicture.test(head.ogImage ?? "");
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
  };
  return [
    ...(head.title ? [{ title: head.title }] : []),
    ...Object.entries(named).flatMap(([name, content]) => (content ? [{ name, content }] : [])),
    ...Object.entries(social).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    ...(head.canonical ? [{ tagName: "link" as const, rel: "canonical", href: head.canonical }] : []),
    ...(head.structuredData ?? []).map((data) => ({ "script:ld+json": data })),
  ];
}

/** The tags of a page: its own, and those of the routes above it that it has nothing to say against. */
export function headTags(head: PageHead, parents: Parents = []): MetaDescriptor[] {
  const own = tagsOf(head);
  const names = new Set(own.map(nameOf).filter(Boolean));
  const inherited = parents.flatMap((match) => match?.meta ?? []).filter((tag) => !names.has(nameOf(tag)));
  return [...inherited, ...own];
}

/**
 * What to call a page that could not be read: `missing` after a 404; after another error nobody knows whether it
 * exists.
 */
export function titleOfError(error: unknown, missing: string): string {
  return isRouteErrorResponse(error) && error.status === 404 ? missing : "Something Went Wrong";
}

/**
 * The same head with what the page itself has to say to search engines. What is stored for the page comes first and
 * takes the place of the page's own block of the same type; blocks of other types stand beside it.
 */
export function withData(head: PageHead, own: readonly StructuredData[]): PageHead {
  const stored = head.structuredData ?? [];
  const types = new Set(stored.map((block) => block["@type"]));
  return { ...head, structuredData: [...stored, ...own.filter((block) => !types.has(block["@type"]))] };
}

/** A page of search results is no page of its own: it is left out of the index, its links are followed. */
export function unlessSearched(head: PageHead, search: string): PageHead {
  return search ? { ...head, robots: "noindex, follow" } : head;
}
