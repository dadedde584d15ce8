import { z } from "zod";

/** A page's key in the editor: its path with dots, because a key is a single URL segment; `home` for home. */
export const keyOfPage = (path: string): string => (path === "/" ? "home" : path.slice(1).replaceAll("/", "."));
export const pageOfKey = (key: string): string => (key === "home" ? "/" : `/${key.replaceAll(".", "/")}`);

const text = z.string().nullish().catch(null);
/** A page's own picture, as stored by its editor. */
export const ownPicture = z.object({ src: z.string() }).nullish().catch(null);

/** A previewed draft of a page's metadata, in place of the stored one. */
export const draftedHead = z
  .object({
    ...{ title: text, description: text, keywords: text, og_title: text, og_description: text, og_type: text },
    ...{ og_image: text, picture: ownPicture, canonical_url: text, robots: text, structured_data: z.unknown() },
  })
  .transform((draft) => ({
    title: draft.title ?? "",
    description: draft.description ?? "",
    keywords: draft.keywords ?? null,
    ogTitle: draft.og_title ?? null,
    ogDescription: draft.og_description ?? null,
    ogType: draft.og_type ?? "website",
    ogImage: draft.picture?.src ?? draft.og_image ?? null,
    canonicalUrl: draft.canonical_url ?? null,
    robots: draft.robots ?? "index, follow",
    structuredData: draft.structured_data ?? null,
  }));

export const isNoIndex = (robots: string): boolean => /\b(noindex|none)\b/i.test(robots);
