import { countryTitle } from "~/catalogue/public/country-head";
import { countryOfSlug } from "~/catalogue/public/country-param";
import { allCountries, serviceBySlug } from "~/catalogue/services.server";
import { interpolatePageFacts } from "~/content/facts/facts.server";
import { postBySlug } from "~/content/posts/posts.server";
import { pageHead } from "~/content/seo/page-metadata.server";
import { countryPath } from "~/content/seo/page-paths";
import { publicSettings } from "~/content/settings/settings.server";
import { defaultMetadata } from "~/content/texts/default-metadata";
import { figuresOf } from "~/content/texts/published-texts.server";
import { describePrice } from "~/core/prices/price";
import type { RequestContext } from "~/core/request-context";
import { nassauLongDate } from "~/core/time";
import type { SocialCard } from "~/site/social/layout.server";

type Words = Omit<SocialCard, "siteName" | "title">;

const invites = {
  ground: "deep",
  facts: [["Free {figure:consultation} consultation"], ["An answer within {response}"]],
} as const;
const reads = { ground: "sand", facts: [] } as const;

/** Pages with a fixed path, each with the seed of its hero. */
const pages: Record<string, Words> = {
  "/": {
    ...{ seed: "lucaya-sun", eyebrow: "Nassau, Bahamas", ground: "deep" },
    facts: [[], ["An answer within {response}"]],
  },
  "/services": { ...invites, seed: "services", eyebrow: "Visa services" },
  "/about": { ...invites, seed: "two-chairs", eyebrow: "About us" },
  "/consultation": { ...invites, seed: "consultation", eyebrow: "Consultation" },
  "/contact": { ...invites, seed: "contact", eyebrow: "Contact" },
  "/bahamas-immigration": { ...invites, seed: "stay", eyebrow: "Bahamas immigration" },
  "/bahamian-evisa": { ...invites, seed: "evisa", eyebrow: "Bahamian e-Visa" },
  "/do-i-need-a-visa": { ...invites, seed: "entry-check", eyebrow: "Before you apply" },
  "/blog": { ...reads, seed: "blog", eyebrow: "From the desk" },
  "/faqs": { ...reads, seed: "questions", eyebrow: "Have questions?" },
  "/forms": { ...reads, seed: "forms", eyebrow: "Forms and resources" },
  "/privacy-policy": { ...reads, seed: "privacy", eyebrow: "Privacy" },
  "/terms": { ...reads, seed: "privacy", eyebrow: "Terms" },
  "/apply/start": { ...invites, seed: "apply", eyebrow: "Apply" },
};

/**
 * The card of a page's picture; undefined if there is no such page. Every text is stored or written for the page, and
 * none is taken from the URL, so that nobody can make us draw arbitrary text.
 */
export async function socialCard(visit: RequestContext, path: string): Promise<SocialCard | undefined> {
  const [, folder = "", slug] = /^\/(visa|services|blog)\/([a-z0-9-]{1,120})$/.exec(path) ?? [];
  const { siteName } = await publicSettings(visit);
  const words = slug ? await folders[folder]?.(slug) : await ofPage(visit, path, siteName);
  return words && (await interpolatePageFacts(visit, { siteName, ...words }));
}

async function ofPage(visit: RequestContext, path: string, siteName: string) {
  const fixed = pages[path];
  if (!fixed) return undefined;
  const words = path === "/" ? { ...fixed, facts: [await ownMetrics(visit), ...fixed.facts.slice(1)] } : fixed;
  const head = await pageHead(visit, path);
  // The picture already shows the site's name.
  const titles = [head.ogTitle, head.title, (await interpolatePageFacts(visit, defaultMetadata)).title].map(
    (title) => title && titleAlone(title),
  );
  return { ...words, title: titles.find((title) => title && title !== siteName) ?? siteName };
}

/** Removes the last part of a title after a vertical bar. */
function titleAlone(title: string): string {
  const bar = title.lastIndexOf("|");
  return (bar < 0 ? title : title.slice(0, bar)).trim();
}

async function ownMetrics(visit: RequestContext): Promise<string[]> {
  const { experience, clients } = await figuresOf(visit);
  return [experience, clients].map(({ value, label }) => `${value} ${label}`.trim());
}

async function ofService(slug: string) {
  const service = await serviceBySlug(slug);
  if (!service) return undefined;
  const { amount, split, further } = describePrice(service.price);
  return {
    seed: slug,
    ground: "deep" as const,
    eyebrow: [service.country?.name, service.serviceType].filter(Boolean).join(" · "),
    title: service.serviceName,
    price: amount,
    facts: [split, further, service.processingTime ?? ""].filter(Boolean).map((fact) => [fact]),
  };
}

async function ofCountry(slug: string) {
  const country = countryOfSlug(await allCountries(), slug);
  if (!country) return undefined;
  return { ...invites, seed: countryPath(country), eyebrow: "Visa services", title: countryTitle(country.name) };
}

async function ofPost(slug: string) {
  const post = await postBySlug(slug);
  if (!post) return undefined;
  return {
    seed: slug,
    ground: "sand" as const,
    eyebrow: post.category,
    title: post.title,
    facts: [[post.author, ...(post.publishedAt ? [nassauLongDate(post.publishedAt)] : [])]],
  };
}

/** Pages of a folder, by slug. */
const folders: Record<string, (slug: string) => Promise<(Words & { title: string }) | undefined>> = {
  visa: ofService,
  services: ofCountry,
  blog: ofPost,
};
