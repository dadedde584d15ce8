import type { Blog, BlogPosting, BreadcrumbList, FAQPage, ProfessionalService, WebSite, WithContext } from "schema-dts";

import { hoursLines } from "~/content/settings/hours";
import type { PublicSettings } from "~/content/settings/settings.server";

/** One block of JSON-LD (https://schema.org). */
export type StructuredData = { "@context": "https://schema.org"; "@type": string } & Record<string, unknown>;

/** Stored JSON-LD as a list; invalid blocks are left out. */
export function storedData(stored: unknown): StructuredData[] {
  const list: unknown[] = Array.isArray(stored) ? stored : [stored];
  return list.filter(isBlock).map((data) => ({ ...data, "@context": "https://schema.org" }));
}

function isBlock(data: unknown): data is StructuredData {
  return typeof data === "object" && data !== null && "@type" in data && typeof data["@type"] === "string";
}

type Business = Pick<
  PublicSettings,
  | "siteName"
  | "contactPhone"
  | "contactEmail"
  | "addressLine1"
  | "addressLine2"
  | "officeHours"
  | "holidaysAhead"
  | "latitude"
  | "longitude"
  | "licenceRows"
  | "profiles"
>;

/** The `@id` by which all pages refer to the business. */
const businessId = (origin: string) => `${origin}/#business`;

/** Where our customers live, not where they travel. */
export const areaServed = { "@type": "Country", name: "Bahamas" } as const;

export function publisher(siteName: string, origin: string) {
  return { "@type": "ProfessionalService", "@id": businessId(origin), name: siteName, url: `${origin}/` } as const;
}

/**
 * The consultancy with its postal address, hours and `prices` such as `$65–$4,700`; unset values are left out. No
 * rating: search engines reject self-assigned ones.
 */
export function businessData(settings: Business, origin: string, prices: string | null): StructuredData {
  const { siteName, contactPhone, contactEmail, addressLine1, addressLine2 } = settings;
  const { latitude, longitude, licenceRows: licences, profiles } = settings;
  const [locality = "", ...others] = addressLine2.split(",").map((part) => part.trim());
  const country = others.pop();
  return {
    "@context": "https://schema.org",
    "@type": "ProfessionalService",
    "@id": businessId(origin),
    name: siteName,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    image: `${origin}/social/home.png`,
    telephone: contactPhone,
    email: contactEmail,
    address: {
      "@type": "PostalAddress",
      streetAddress: addressLine1,
      addressLocality: locality,
      ...(others.length > 0 ? { addressRegion: others.join(", ") } : {}),
      addressCountry: country === undefined || /bahamas/i.test(country) ? "BS" : country,
    },
    openingHoursSpecification: hoursLines(settings.officeHours).flatMap(({ dayOfWeek, spans }) =>
      spans.map(({ opens, closes }) => ({ "@type": "OpeningHoursSpecification" as const, dayOfWeek, opens, closes })),
    ),
    ...(settings.holidaysAhead.length > 0
      ? { specialOpeningHoursSpecification: settings.holidaysAhead.flatMap(specialHours) }
      : {}),
    ...(latitude === null || longitude === null ? {} : { geo: { "@type": "GeoCoordinates", latitude, longitude } }),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
    ...(prices === null ? {} : { priceRange: prices }),
    ...(licences.length > 0
      ? {
          hasCredential: licences.map(({ authority, number, name }) => ({
            "@type": "EducationalOccupationalCredential" as const,
            credentialCategory: "license",
            name,
            identifier: number,
            recognizedBy: { "@type": "Organization" as const, name: authority },
          })),
        }
      : {}),
    areaServed,
  } satisfies WithContext<ProfessionalService>;
}

/** The hours of one day. Search engines interpret midnight to midnight as closed. */
function specialHours({ date, spans = [{ opens: "00:00", closes: "00:00" }] }: Business["holidaysAhead"][number]) {
  return spans.map(({ opens, closes }) => ({
    "@type": "OpeningHoursSpecification" as const,
    ...{ validFrom: date, validThrough: date, opens, closes },
  }));
}

export function websiteData(siteName: string, origin: string): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: siteName,
    url: `${origin}/`,
    inLanguage: "en",
    publisher: { "@id": businessId(origin) },
  } satisfies WithContext<WebSite>;
}

export function breadcrumbData(
  trail: readonly { label: string; to?: string | undefined }[],
  origin: string,
): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ label: "Home", to: "/" }, ...trail].map(({ label, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(to ? { item: `${origin}${to}` } : {}),
    })),
  } satisfies WithContext<BreadcrumbList>;
}

export function questionsData(questions: readonly { question: string; answer: string }[]): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  } satisfies WithContext<FAQPage>;
}

type PostLine = { slug: string; title: string; author: string; publishedAt: Date | null };

const author = (name: string, origin: string) => ({ "@type": "Person", name, url: `${origin}/about` }) as const;

export function blogData(posts: readonly PostLine[], siteName: string, origin: string): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "Blog",
    "@id": `${origin}/blog`,
    name: `${siteName} Blog`,
    url: `${origin}/blog`,
    inLanguage: "en",
    publisher: publisher(siteName, origin),
    blogPost: posts.map((post) => ({
      "@type": "BlogPosting",
      headline: post.title,
      author: author(post.author, origin),
      ...(post.publishedAt ? { datePublished: post.publishedAt.toISOString() } : {}),
      url: `${origin}/blog/${post.slug}`,
    })),
  } satisfies WithContext<Blog>;
}

type WholePost = PostLine & { excerpt: string; category: string; content: string; updatedAt: Date };

export function postData(
  post: WholePost,
  page: { canonical: string; image: string; siteName: string; origin: string },
): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: post.title,
    description: post.excerpt,
    image: [page.image],
    author: author(post.author, page.origin),
    publisher: publisher(page.siteName, page.origin),
    ...(post.publishedAt ? { datePublished: post.publishedAt.toISOString() } : {}),
    dateModified: post.updatedAt.toISOString(),
    articleSection: post.category,
    wordCount: post.content.split(/\s+/).filter(Boolean).length,
    inLanguage: "en",
    mainEntityOfPage: { "@type": "WebPage", "@id": page.canonical },
    isPartOf: { "@type": "Blog", "@id": `${page.origin}/blog` },
  } satisfies WithContext<BlogPosting>;
}
