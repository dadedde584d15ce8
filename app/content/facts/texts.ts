import type { Thresholds } from "~/content/settings/facts";
import { hoursSentence, type OfficeHours } from "~/content/settings/hours";
import { type Figures, figureNames, figureSentences } from "~/content/texts/figures";
import { usd } from "~/core/prices/money";
import { describePrice, formatSplit, type Price } from "~/core/prices/price";
import { periodOf } from "~/db/data-inventory/rules";
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
 * - `{figure:experience}` and so on, the figures of home; `{consultation}`, `30 minutes`, and `{response}`, `one
 *   business day`
 * - `{period:application}` and so on, how long something is kept
 * - `{site}`, `{phone}`, `{whatsapp}`, `{email}`, `{apply-email}` and `{address}` of the site
 *
 * Other braces stay as they are.
 */
const syntax =
  /\{(price|split|service-fee|government-fee|service|time|stay|validity|hours|threshold|approval-period|figure|period|consultation|response|site|phone|whatsapp|email|apply-email|address)(?::([a-z0-9-]*)(?:\/([^{}\n]{1,200}))?)?\}/g;

type Fees = Pick<Price, "total" | "governmentFee" | "serviceFee">;
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
/** Contact data and the name of the site, by fact name. */
type Contact = Record<"site" | "phone" | "whatsapp" | "email" | "apply-email" | "address", string>;
export type Facts = {
  services: ReadonlyMap<string, ServiceFacts>;
  /** Deleted services, and services with deleted prices, as they were then. */
  gone: ReadonlyMap<string, ServiceFacts>;
  hours: OfficeHours;
  thresholds: Thresholds;
  approvalPeriod: string;
  contact: Contact;
  figures: Figures;
};

const instead: Record<string, string> = {
  ...{ price: "a price we’ll quote you", split: "we confirm both fees before you pay" },
  ...{ "service-fee": "our fee", "government-fee": "the government fee" },
  service: "another one of our services",
  ...{ time: "as long as the government takes", stay: "as long as the visa says", validity: "as long as it says" },
};

export const mentionsFacts = (text: string): boolean => text.search(syntax) >= 0;

/** Text that precedes a fact in the middle of a sentence. */
const within = /(?:[\p{L}\p{N}}),:;] |[(“])$/u;

/** Interpolates the facts, lower-cased within a sentence; `own` is the service that the text belongs to. */
export function replaceFacts(text: string, facts: Facts, own?: ServiceFacts): string {
  return text.replace(syntax, (_whole, kind: string, key?: string, tier?: string, at = 0) => {
    const named = { kind, key, tier };
    const fact =
      factOf(facts, own, named) ?? serviceFact(key ? facts.gone.get(key) : own, named) ?? instead[kind] ?? "";
    return kind !== "service" && within.test(text.slice(0, at)) ? inSentence(fact) : fact;
  });
}

/** Returns the facts of a text that don't exist, as written; a save with them is refused. */
export function unknownFacts(text: string, facts: Facts, own?: ServiceFacts): string[] {
  return [...text.matchAll(syntax)].flatMap(([whole, kind = "", key, tier]) =>
    factOf(facts, own, { kind, key, tier }) === null ? [whole] : [],
  );
}

/** Another service, named by `{service:…}`, to link to. */
export type NamedService = { slug: string; name: string };

/** The services that a text names and that have a page, without duplicates. */
export function mentionedServices(text: string, { services }: Pick<Facts, "services">): NamedService[] {
  const slugs = new Set(
    [...text.matchAll(syntax)].flatMap(([, kind, key]) => (kind === "service" && key ? [key] : [])),
  );
  return [...slugs].flatMap((slug) => {
    const service = services.get(slug);
    return service?.isActive ? [{ slug, name: service.name }] : [];
  });
}

const ofService: Record<string, string> = {
  ...{ price: "price", split: "price", "service-fee": "service fee", "government-fee": "government fee" },
  ...{ service: "name", time: "processing time", stay: "maximum stay", validity: "validity" },
};

/** Returns the facts of a text that never existed, as written. */
export const unresolvedFacts = (text: string, facts: Facts): string[] =>
  unknownFacts(text, { ...facts, services: new Map([...facts.gone, ...withDeletedTiers(facts)]) });

/** The existing services, with their former prices. */
const withDeletedTiers = ({ services, gone }: Facts): [string, ServiceFacts][] =>
  [...services].map(([slug, service]) => [
    slug,
    { ...service, tiers: new Map([...(gone.get(slug)?.tiers ?? []), ...service.tiers]) },
  ]);

/** Describes the deleted things that a text names, without duplicates. */
export function deletedFacts(text: string, facts: Facts): string[] {
  const words = [...text.matchAll(syntax)].flatMap(([, kind = "", key, tier]) => {
    const named = { kind, key, tier };
    const was = key ? facts.gone.get(key) : undefined;
    if (!was || factOf(facts, undefined, named) !== null || serviceFact(was, named) === null) return [];
    return [`The ${ofService[kind]} of “${was.name}${tier === undefined ? "" : `, ${tier}`}” is gone.`];
  });
  return [...new Set(words)];
}

export type Placeholder = { chip: string; now: string };
const periods: Record<string, string | undefined> = {
  ...{ application: periodOf("application"), draft: periodOf("draft"), inquiry: periodOf("inquiry") },
  ...{ "waiting-file": periodOf("waitingFile"), view: periodOf("view"), record: periodOf("record") },
};
const plain = ["hours", "approval-period", "consultation", "response", "threshold:economic", "threshold:annual"];
const contactNames = ["site", "phone", "whatsapp", "email", "apply-email", "address"] as const;
const serviceKinds = ["service", "price", "split", "service-fee", "government-fee", "time", "stay", "validity"];
const tierKinds = ["price", "split", "service-fee", "government-fee"];

/** Lists every fact that a text can name, with its current value; facts without a value are left out. */
export function placeholdersOf(facts: Facts): { group: string; chips: Placeholder[] }[] {
  const placeholdersNamed = (names: readonly string[]): Placeholder[] =>
    names.flatMap((name) => {
      const chip = `{${name}}`;
      return unknownFacts(chip, facts).length > 0 ? [] : [{ chip, now: replaceFacts(chip, facts).trim() }];
    });
  const services = [...facts.services]
    .toSorted(([, a], [, b]) => a.name.localeCompare(b.name, "en"))
    .map(([slug, { name, tiers }]) => ({
      group: name,
      chips: placeholdersNamed([
        ...serviceKinds.map((kind) => `${kind}:${slug}`),
        ...[...tiers.keys()].flatMap((tier) => tierKinds.map((kind) => `${kind}:${slug}/${tier}`)),
      ]),
    }));
  return [
    { group: "Figures of home", chips: placeholdersNamed(figureNames.map((name) => `figure:${name}`)) },
    { group: "Promises, hours and thresholds", chips: placeholdersNamed(plain) },
    { group: "Contact", chips: placeholdersNamed(contactNames) },
    {
      group: "How long things are kept",
      chips: placeholdersNamed(Object.keys(periods).map((name) => `period:${name}`)),
    },
    ...services,
  ];
}

type Named = { kind: string; key: string | undefined; tier: string | undefined };

function factOf(facts: Facts, own: ServiceFacts | undefined, named: Named): string | null {
  const { services, hours, thresholds, approvalPeriod, figures } = facts;
  const { kind, key } = named;
  if (kind === "threshold") return key === "economic" || key === "annual" ? thresholds[key].text : null;
  const figure = figureNames.find((name) => name === key);
  if (kind === "figure") return figure ? figures[figure].value : null;
  if (kind === "period") return periods[key ?? ""] ?? null;
  if (kind in ofService) return serviceFact(key ? services.get(key) : own, named);
  if (key !== undefined) return null;
  if (kind === "hours") return hoursSentence(hours);
  if (kind === "approval-period") return approvalPeriod && `, ${approvalPeriod}`;
  if (kind === "consultation" || kind === "response") return figureSentences(figures)[kind];
  const name = contactNames.find((candidate) => candidate === kind);
  return name ? facts.contact[name] : null;
}

function serviceFact(service: ServiceFacts | undefined, { kind, key, tier }: Named): string | null {
  if (!service) return null;
  if (kind === "service") return key && tier === undefined ? service.name : null;
  if (kind === "time" || kind === "stay" || kind === "validity") return tier ? null : service[kind];
  const fees = tier === undefined ? service.price : service.tiers.get(tier);
  if (!fees) return null;
  const { governmentFee, serviceFee } = fees;
  if (kind === "government-fee") return governmentFee === null ? null : usd(governmentFee);
  if (kind === "service-fee") return serviceFee === null ? null : usd(serviceFee);
  if (kind === "split") return formatSplit({ ...fees, feeRecipient: service.price.feeRecipient });
  if (kind !== "price") return null;
  return tier === undefined ? describePrice(service.price).amount : usd(fees.total);
}
