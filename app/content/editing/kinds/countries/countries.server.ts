import { and, asc, count, eq, max, ne } from "drizzle-orm";
import { addPermanentRedirect } from "~/content/redirects/add-permanent-redirect.server";
import { countryPath } from "~/content/seo/page-paths";
import { counted } from "~/core/counted";
import { countryCodes, countryList } from "~/core/countries.server";
import { refuse } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import { countries as t, visaServices } from "~/db/schema/catalogue";
import type { Json } from "~/db/schema/content";
import { entryRules } from "~/db/schema/site/rules";
import { choiceField } from "../../fields/choice";
import { type ContentField, kept, lineField, linesField } from "../../fields/fields";
import { type Content, defineKind, type Problems } from "../../kind";
import { moveMetadata } from "../metadata/move.server";
import { inOrder, textIn } from "../rows.server";
import { flagOf } from "./flag";
import { hiddenField, placeField, stillUsedMessage, wrongPlace } from "./listed";
import { type KnownCountry, spellings, takenBy } from "./taken";

const mostAliases = 20;
const group = "Country";

/** Spellings are stored in upper case, because URLs are compared that way. */
function aliasField(): ContentField {
  const lines = linesField({
    ...{ name: "aliases", label: "Other spellings", group, type: "One per line", most: mostAliases, max: 40 },
    help: "Other names that work in addresses, such as /services?country=uk.",
  });
  return {
    ...lines,
    read(inputs) {
      const read = lines.read(inputs);
      return read.ok && Array.isArray(read.value) ? kept(spellings(textsIn(read.value))) : read;
    },
  };
}

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

const fields: readonly ContentField[] = [
  lineField({
    ...{ name: "name", label: "Name", group, max: 80 },
    help: "Shown on its button, its page and its services. It also sets the address of its page.",
  }),
  choiceField({
    ...{ name: "code", label: "Country (ISO 3166)", group },
    help: "Sets its two-letter code and flag.",
    options: countryList.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
    none: "Choose one",
  }),
  aliasField(),
  placeField("Countries with the same place are sorted by name."),
  hiddenField({
    group,
    help: "Hides the country from the country buttons and the menu. Its active services stay under All Countries and keep their addresses.",
  }),
];

function check({ name, code, place }: Content): Problems {
  return {
    ...(textIn(name) === "" ? { name: "Enter the name of the country." } : {}),
    ...(countryCodes.has(textIn(code)) ? {} : { code: "Choose the country." }),
    ...(typeof place === "number" ? {} : { place: wrongPlace }),
  };
}

const countryOf = ({ name, code, aliases }: Content): KnownCountry => ({
  ...{ name: textIn(name), code: textIn(code), aliases: textsIn(aliases) },
});

async function taken(from: Queryable, key: string, content: Content): Promise<Problems> {
  const otherCountries = await from
    .select({ name: t.name, code: t.code, aliases: t.aliases })
    .from(t)
    .where(ne(t.id, key))
    .orderBy(asc(t.name));
  const problem = takenBy(countryOf(content), otherCountries);
  return problem ? { [problem.field]: problem.message } : {};
}

async function read(from: Queryable, key: string): Promise<Content | null> {
  const [row] = await from.select().from(t).where(eq(t.id, key));
  if (!row) return null;
  return {
    ...{ name: row.name, code: row.code, aliases: row.aliases.length > 0 ? row.aliases : null },
    ...{ place: row.displayOrder, hidden: row.isHidden || null },
  };
}

async function publish(tx: Transaction, key: string, content: Content): Promise<void> {
  const { name, code, aliases } = countryOf(content);
  const row = {
    ...{ name, code, aliases: [...aliases], flagEmoji: flagOf(code) },
    ...{ displayOrder: Number(content.place ?? 0), isHidden: content.hidden === true },
  };
  const [before] = await tx.select({ name: t.name, code: t.code }).from(t).where(eq(t.id, key)).for("update");
  await tx
    .insert(t)
    .values({ id: key, ...row })
    .onConflictDoUpdate({ target: t.id, set: row });
  if (before) await moveAddress(tx, countryPath(before), countryPath(row));
}

/** Redirects a renamed country's former page to its new one. */
async function moveAddress(tx: Transaction, from: string, to: string): Promise<void> {
  if (from === to) return;
  await addPermanentRedirect(tx, from, to);
  await moveMetadata(tx, from, to);
}

async function list(from: Queryable) {
  const rows = await from
    .select({ key: t.id, name: t.name, code: t.code, isHidden: t.isHidden, services: count(visaServices.id) })
    .from(t)
    .leftJoin(visaServices, eq(visaServices.countryId, t.id))
    .groupBy(t.id)
    .orderBy(asc(t.displayOrder), asc(t.name));
  return rows.map(({ key, name, code, services, isHidden }) => ({
    ...{ key, name, isPublic: true },
    note: [code, counted(services, "service"), isHidden ? "hidden" : ""].filter(Boolean).join(" · "),
  }));
}

/**
 * A country that has services or public rules can't be deleted. The lock prevents that services are added to it
 * meanwhile.
 */
async function remove(tx: Transaction, key: string) {
  const [row] = await tx.select({ name: t.name }).from(t).where(eq(t.id, key)).for("update");
  if (!row) return refuse("not-found", "This country no longer exists.");
  const services = await tx.$count(visaServices, eq(visaServices.countryId, key));
  if (services > 0) return refuse("conflict", stillUsedMessage(row.name, services, "country"));
  const rules = await tx.$count(entryRules, and(eq(entryRules.destinationId, key), eq(entryRules.published, true)));
  if (rules > 0) return refuse("conflict", ruledMessage(row.name, rules));
  await tx.delete(entryRules).where(eq(entryRules.destinationId, key));
  await tx.delete(t).where(eq(t.id, key));
  return { ok: true as const };
}

const ruledMessage = (name: string, rules: number): string =>
  rules === 1
    ? `${name} has 1 public entry rule. Take it offline first, or hide ${name}.`
    : `${name} has ${rules} public entry rules. Take them offline first, or hide ${name}.`;

/** A new country comes last if an order was set, otherwise it is sorted by name. */
async function blank(from: Queryable): Promise<Content> {
  const [row] = await from.select({ last: max(t.displayOrder) }).from(t);
  return { name: null, code: null, aliases: null, place: row?.last ? row.last + 1 : 0, hidden: null };
}

export const countriesKind = defineKind({
  may: "super_admin",
  ...{ kind: "countries", title: "Countries", fields, check, taken, read, publish },
  about: "The destinations of your services: their buttons, flags, order and spellings.",
  many: {
    ...{ noun: "country", first: "No countries yet. Add the first one.", canAdd: true, list, blank, remove },
    name: ({ name }) => textIn(name) || "A country without a name",
    order: (tx, keys) => inOrder(tx, t, keys),
  },
  pages: (_key, content) => [
    { path: "/services", name: "Visa services" },
    ...(textIn(content.name) ? [{ path: countryPath(countryOf(content)), name: textIn(content.name) }] : []),
  ],
  see: [{ kind: "categories", label: "Categories of services" }],
});
