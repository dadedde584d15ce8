import { and, asc, eq, isNotNull, notExists, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { formStepDefinitions, countryFormConfigurations as t } from "~/db/schema/form-steps";
import { knownStep, type Placed, standardEight, whole } from "./known";
import type { Owner } from "./owner";

export type StepTexts = { title: string | null; hint: string | null; help: string | null };
export type Source = "own" | "country" | "standard";
export type Configuration = { source: Source; steps: Placed[]; texts: Map<string, StepTexts> };

const ownedBy = ({ of, id }: Owner) => eq(of === "service" ? t.visaServiceId : t.countryId, id);

const rowsIn = (from: Queryable) =>
  from
    .select({
      ...{ serviceId: t.visaServiceId, countryId: t.countryId, step: formStepDefinitions.stepCode },
      ...{
        isActive: formStepDefinitions.isActive,
        shown: t.isVisible,
        title: t.customTitle,
        hint: t.hint,
        help: t.help,
      },
    })
    .from(t)
    .innerJoin(formStepDefinitions, eq(formStepDefinitions.id, t.stepDefinitionId))
    .orderBy(asc(t.stepOrder), asc(formStepDefinitions.stepCode))
    .$dynamic();
type Row = Awaited<ReturnType<typeof rowsIn>>[number];

function configurationOf(source: Source, rows: readonly Row[]): Configuration {
  const known = rows.filter(({ step }) => knownStep(step));
  return {
    source,
    steps: whole(known.map(({ step, shown, isActive }) => ({ step, shown: shown && isActive }))),
    texts: new Map(known.map(({ step, title, hint, help }) => [step, { title: title?.trim() || null, hint, help }])),
  };
}

const standard = (): Configuration => ({ source: "standard", steps: [...standardEight], texts: new Map() });

/**
 * Returns the steps that apply to a service or to a country's services: their own, else the country's, else the
 * standard eight.
 */
export async function configurationFor(from: Queryable, owner: Owner): Promise<Configuration> {
  const own = await rowsIn(from).where(ownedBy(owner));
  return own.length > 0 ? configurationOf("own", own) : inherited(from, owner);
}

/** The steps that apply if a service or country has none of its own. */
export async function inherited(from: Queryable, { of, id }: Owner): Promise<Configuration> {
  if (of === "country") return standard();
  const [service] = await from
    .select({ countryId: visaServices.countryId })
    .from(visaServices)
    .where(eq(visaServices.id, id));
  const rows = service?.countryId ? await rowsIn(from).where(ownedBy({ of: "country", id: service.countryId })) : [];
  return rows.length > 0 ? configurationOf("country", rows) : standard();
}

/** Reads all configurations at once, and returns a lookup for a service or country. */
export async function allConfigurations(from: Queryable) {
  const rows = await rowsIn(from);
  const ofService = Map.groupBy(rows, ({ serviceId }) => serviceId);
  const ofCountry = Map.groupBy(rows, ({ countryId }) => countryId);
  return (serviceId: string | null, countryId: string | null): Configuration => {
    const own = serviceId === null ? undefined : ofService.get(serviceId);
    if (own) return configurationOf("own", own);
    const countrys = countryId === null ? undefined : ofCountry.get(countryId);
    if (!countrys) return standard();
    return configurationOf(serviceId === null ? "own" : "country", countrys);
  };
}

/** Replaces the stored configuration; null deletes it. */
export async function writeConfiguration(
  tx: Transaction,
  owner: Owner,
  configuration: Omit<Configuration, "source"> | null,
): Promise<void> {
  await tx.delete(t).where(ownedBy(owner));
  if (!configuration) return;
  const definitions = await tx
    .select({ id: formStepDefinitions.id, code: formStepDefinitions.stepCode })
    .from(formStepDefinitions);
  const ids = new Map(definitions.map(({ id, code }) => [code, id]));
  const rows = configuration.steps.flatMap(({ step, shown }, index) => {
    const stepDefinitionId = ids.get(step);
    const { title, ...words } = configuration.texts.get(step) ?? { title: null, hint: null, help: null };
    if (!stepDefinitionId) return [];
    const ownerKey = owner.of === "service" ? { visaServiceId: owner.id } : { countryId: owner.id };
    return [{ ...ownerKey, ...words, stepDefinitionId, isVisible: shown, stepOrder: index + 1, customTitle: title }];
  });
  if (rows.length > 0) await tx.insert(t).values(rows);
}

export function servicesUsing({ of, id }: Owner, from: Queryable) {
  const own = from
    .select({ one: sql`1` })
    .from(t)
    .where(and(isNotNull(t.visaServiceId), eq(t.visaServiceId, visaServices.id)));
  return from
    .select({ id: visaServices.id })
    .from(visaServices)
    .where(of === "service" ? eq(visaServices.id, id) : and(eq(visaServices.countryId, id), notExists(own)));
}
