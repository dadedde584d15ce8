import { asc, eq } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { formStepDefinitions } from "~/db/schema/form-steps";
import { type Content, defineKind, type Kind } from "../../kind";
import { changeSteps } from "./change.server";
import { allConfigurations, type Configuration, configurationFor, type Source } from "./configuration.server";
import { knownSteps, shownCodes, titleOf } from "./known";
import { describeDrafts, giveBack, makeOwn, showDrafts } from "./own.server";
import { keyOf, minutesKey, type Owner, ownerOf, previewOfSteps } from "./owner";
import { configurationFields, configurationIn, contentOf, minuteFields } from "./step-fields";

const sourceWords: Record<Source, string> = {
  own: "Its own",
  country: "The country’s",
  standard: "The standard eight",
};

async function readMinutes(from: Queryable): Promise<Content> {
  const rows = await from
    .select({ code: formStepDefinitions.stepCode, minutes: formStepDefinitions.estimatedTimeMinutes })
    .from(formStepDefinitions);
  const minutes = new Map(rows.map((row) => [row.code, row.minutes]));
  return Object.fromEntries(knownSteps.map(({ code }) => [`${code}.minutes`, minutes.get(code) ?? null]));
}

async function writeMinutes(tx: Transaction, content: Content, changed: readonly string[]): Promise<void> {
  for (const { code } of knownSteps) {
    const name = `${code}.minutes`;
    const minutes = content[name];
    if (changed.includes(name))
      await tx
        .update(formStepDefinitions)
        .set({ estimatedTimeMinutes: typeof minutes === "number" ? minutes : null })
        .where(eq(formStepDefinitions.stepCode, code));
  }
}

/** A cache of names, because a version doesn't store the name of the service or country it belongs to. */
const names = new Map<string, string>([[minutesKey, "Minutes of each step"]]);

/** The name of a service or country; null if it was deleted. */
async function nameOf(from: Queryable, { of, id }: Owner): Promise<string | null> {
  const query =
    of === "service"
      ? from.select({ name: visaServices.serviceName }).from(visaServices).where(eq(visaServices.id, id))
      : from.select({ name: countries.name }).from(countries).where(eq(countries.id, id));
  const [row] = await query;
  if (row) names.set(keyOf({ of, id }), `Steps of ${row.name}`);
  return row?.name ?? null;
}

async function read(from: Queryable, key: string): Promise<Content | null> {
  if (key === minutesKey) return readMinutes(from);
  const owner = ownerOf(key);
  return owner && (await nameOf(from, owner)) !== null ? contentOf(await configurationFor(from, owner)) : null;
}

const listed = ({ source, steps }: Configuration): string =>
  `${sourceWords[source]}: ${shownCodes(steps).map(titleOf).join(", ")}`;

/** The countries with their services, and where the steps of each come from. */
async function list(from: Queryable) {
  const [places, services] = await Promise.all([
    from
      .select({ id: countries.id, name: countries.name })
      .from(countries)
      .orderBy(asc(countries.displayOrder), asc(countries.name)),
    from
      .select({ id: visaServices.id, name: visaServices.serviceName, countryId: visaServices.countryId })
      .from(visaServices)
      .orderBy(asc(visaServices.serviceName)),
  ]);
  const configurationOf = await allConfigurations(from);
  const line = (owner: Owner, name: string, countryId: string | null) => ({
    ...{ key: keyOf(owner), name, isPublic: true },
    note: listed(configurationOf(owner.of === "service" ? owner.id : null, countryId)),
  });
  return [
    { key: minutesKey, name: "Minutes of each step", note: "The same for all services", isPublic: true },
    ...places.flatMap(({ id, name }) => [
      line({ of: "country", id }, name, id),
      ...services
        .filter(({ countryId }) => countryId === id)
        .map((service) => line({ of: "service", id: service.id }, `${name}: ${service.name}`, id)),
    ]),
    ...services
      .filter(({ countryId }) => countryId === null)
      .map(({ id, name }) => line({ of: "service", id }, name, null)),
  ];
}

/** Data next to the form: the origin of the steps, effects on drafts, and the documents of a service. */
async function extra(from: Queryable, key: string, content: Content) {
  const owner = ownerOf(key);
  if (!owner) return null;
  const { source } = await configurationFor(from, owner);
  const { steps } = configurationIn(content);
  return {
    ...{ of: owner.of, source, drafts: await describeDrafts(from, owner, steps) },
    documents: owner.of === "service" ? `/admin/services/${owner.id}` : null,
  };
}

const fieldsOf = (key: string) => (key === minutesKey ? minuteFields : configurationFields);
const contentRefOf = (key: string) => ({ kind: { ...stepsKind, fields: fieldsOf(key) }, key });

export const stepsKind: Kind = defineKind({
  may: "super_admin",
  ...{ kind: "steps", title: "Steps of the application", fields: configurationFields, fieldsOf, read, extra },
  folded: true,
  about: "Which steps the application for a service has, in which order, under which titles, and how long they take.",
  many: {
    ...{ noun: "configuration", first: "No country and no service yet.", canAdd: false, list },
    name: (_content, key) => names.get(key) ?? "Steps",
    has: async (from, key) => (await read(from, key)) !== null,
  },
  async publish(tx, key, content, changed) {
    const owner = ownerOf(key);
    if (owner) await changeSteps(tx, owner, configurationIn(content));
    else await writeMinutes(tx, content, changed);
  },
  acts: {
    own: (by, { key }) => makeOwn(by, contentRefOf(key)),
    back: (by, { key }) => giveBack(by, contentRefOf(key)),
    drafts: (by, { key, typed }) => showDrafts(by, contentRefOf(key), typed),
  },
  asked: ["act.back"],
  pages: (key) => (key === minutesKey ? [] : [{ path: previewOfSteps, name: "The wizard, as an applicant" }]),
});
