import type { Thresholds } from "~/content/settings/facts";
import { hoursSentence, type OfficeHours } from "~/content/settings/hours";
import { usd } from "~/ground/prices/money";
import { type Price, priceWords, splitWords } from "~/ground/prices/price";
import { inSentence } from "./in-sentence";

/**
 * A stored text names a fact in braces, and the page shows the value of now:
 *
 * - `{price:uk-visitor-visa}`, `{split:…}`, `{service-fee:…}`, `{government-fee:…}` of the service with this slug,
 *   where it has tiers of the lowest; `{price:uk-visitor-visa/2 years}` and so on of one tier
 * - `{time:…}`, `{stay:…}` and `{validity:…}` of a service
 * - `{service:permanent-residence}`, the name of a service; in a tier's description the page links it
 * - without a slug, `{price}` or `{price:/2 years}`, of the service that the text belongs to
 * - `{hours}`, `open Monday–Friday 9 am–5 pm …`; `{threshold:economic}` and `{threshold:annual}`
 * - `{approval-period}`, the years of the approval rate with a comma before them, or nothing
 *
 * Other braces stay as they are.
 */
const syntax =
  /\{(price|split|service-fee|government-fee|service|time|stay|validity|hours|threshold|approval-period)(?::([a-z0-9-]*)(?:\/([^{}\n]{1,200}))?)?\}/g;

type Fees = Pick<Price, "total" | "governmentFee" | "serviceFee">;
/** What texts may name of a service. */
export type ServiceFacts = {
  id: string;
  name: string;
  isActive: boolean;
  price: Price;
  tiers: ReadonlyMap<string, Fees>;
  time: string | null;
  stay: string | null;
  validity: string | null;
};
export type Facts = {
  services: ReadonlyMap<string, ServiceFacts>;
  hours: OfficeHours;
  thresholds: Thresholds;
  approvalPeriod: string;
};

/** What is shown for a fact that is gone, such as the price of a deleted service, or is not set. */
const instead: Record<string, string> = {
  ...{ price: "a price that we name you", split: "both fees named before you pay" },
  ...{ "service-fee": "our fee", "government-fee": "the government fee" },
  service: "another of our services",
  ...{ time: "as long as the government takes", stay: "as long as the visa says", validity: "as long as it says" },
};

export const namesFacts = (text: string): boolean => text.search(syntax) >= 0;

/** What stands before a fact that is not the beginning of a sentence. */
const within = /(?:[\p{L}\p{N}}),:;] |[(“])$/u;

/** The text with its facts, within a sentence without a capital; `own` is the service that it belongs to. */
export function withFacts(text: string, facts: Facts, own?: ServiceFacts): string {
  return text.replace(syntax, (_whole, kind: string, key?: string, tier?: string, at = 0) => {
    const fact = factOf(facts, own, { kind, key, tier }) ?? instead[kind] ?? "";
    return kind !== "service" && within.test(text.slice(0, at)) ? inSentence(fact) : fact;
  });
}

/** The facts, as they are written, that a text names and nobody knows; to be refused when it is saved. */
export function unknownFacts(text: string, facts: Facts, own?: ServiceFacts): string[] {
  return [...text.matchAll(syntax)].flatMap(([whole, kind = "", key, tier]) =>
    factOf(facts, own, { kind, key, tier }) === null ? [whole] : [],
  );
}

/** Another service that a text names by `{service:…}`, for a link to it. */
export type NamedService = { slug: string; name: string };

/** The services that a text names and that have a page, each once. */
export function servicesNamed(text: string, { services }: Pick<Facts, "services">): NamedService[] {
  const slugs = new Set(
    [...text.matchAll(syntax)].flatMap(([, kind, key]) => (kind === "service" && key ? [key] : [])),
  );
  return [...slugs].flatMap((slug) => {
    const service = services.get(slug);
    return service?.isActive ? [{ slug, name: service.name }] : [];
  });
}

type Named = { kind: string; key: string | undefined; tier: string | undefined };

function factOf(facts: Facts, own: ServiceFacts | undefined, named: Named): string | null {
  const { services, hours, thresholds, approvalPeriod } = facts;
  const { kind, key, tier } = named;
  if (kind === "hours") return key === undefined ? hoursSentence(hours) : null;
  if (kind === "approval-period") return approvalPeriod && `, ${approvalPeriod}`;
  if (kind === "threshold") return key === "economic" || key === "annual" ? thresholds[key].words : null;
  const service = key ? services.get(key) : own;
  if (!service) return null;
  if (kind === "service") return key && tier === undefined ? service.name : null;
  if (kind === "time" || kind === "stay" || kind === "validity") return tier ? null : service[kind];
  const fees = tier === undefined ? service.price : service.tiers.get(tier);
  if (!fees) return null;
  const { governmentFee, serviceFee } = fees;
  if (kind === "government-fee") return governmentFee === null ? null : usd(governmentFee);
  if (kind === "service-fee") return serviceFee === null ? null : usd(serviceFee);
  if (kind === "split") return splitWords({ ...fees, feeRecipient: service.price.feeRecipient });
  return tier === undefined ? priceWords(service.price).amount : usd(fees.total);
}
