import type { MetaDescriptor } from "react-router";

/** The head of one page, as far as it is known; the layout fills in what is missing. */
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
  structuredData?: readonly Record<string, unknown>[] | null;
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

function tagsOf(head: PageHead): MetaDescriptor[] {
  const ogTitle = head.ogTitle || head.title;
  const ogDescription = head.ogDescription || head.description;
  const named = { description: head.description, keywords: head.keywords, robots: head.robots };
  const social = {
    "og:title": ogTitle,
    "og:description": ogDescription,
    "og:type": head.ogType,
    "og:image": head.ogImage,
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

/** `Breadcrumb` for search engines, from the same trail that the page shows. */
export function breadcrumbData(trail: readonly { label: string; to?: string | undefined }[], origin: string) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ label: "Home", to: "/" }, ...trail].map(({ label, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(to ? { item: `${origin}${to}` } : {}),
    })),
  };
}

export function questionsData(questions: readonly { question: string; answer: string }[]) {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
