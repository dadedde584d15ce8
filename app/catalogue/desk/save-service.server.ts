import { eq } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { type Conflict, mergeFields } from "~/content/editing/merge";
import { changed as recorded } from "~/core/activity-log/changes";
import { refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, refuseTo, wordsOf } from "./change-services.server";
import { comparableFields } from "./changed-values.server";
import { countrySaid } from "./country/country-of-name";
import { type SampleGone, writeRequirements } from "./required/write-requirements.server";
import {
  definitionOf,
  differs,
  type FieldName,
  type FieldProblem,
  type FormValues,
  fieldNames,
  type ParsedService,
  serviceOf,
} from "./service-form";
import { structured } from "./structured/structured";
import { factsWith, textNaming, unknownIn } from "./unknown-facts.server";
import { readChoices, storedValues } from "./values.server";
import { writeTiers } from "./write-tiers.server";
import { askAboutZeroFees } from "./zero-fees";

const fieldName = z.enum([...fieldNames]);
const values = z.record(fieldName, z.string());
/** `merged` is what the person sent, with what others changed elsewhere in it already. */
export type ServiceConflict = { conflicts: Conflict<FieldName>[]; stored: FormValues; merged: FormValues };
/** What the editor shows of a refusal. */
type Service = ParsedService;
type Detail = { problems: FieldProblem[]; conflict?: ServiceConflict; question?: string };

function invalid(doing: "creating" | "updating", problems: FieldProblem[]) {
  const what = problems.length === 1 ? "1 field needs" : `${problems.length} fields need`;
  const detail: Detail = { problems };
  return refuse("invalid", wordsOf(doing, `${what} a correction`), detail);
}

/** The row of a service; it names the documents that are stored beside it (K-DOCS-2). */
const columnsOf = (service: Service) => ({ ...service, requirements: service.requirements.map(({ name }) => name) });

const sampleProblem = ({ gone }: SampleGone): FieldProblem => ({
  ...{ field: "requirements", row: gone, part: "file" },
  message: "The sample is not here any more. Please choose it again.",
});

/** `anyway`: the questions about the country of its name (K-DOCS-8) and about fees of 0 were answered with yes. */
const anyway = z.boolean().default(false);
const creation = z.object({ values, anyway });

/**
 * The values with the country that the name says, where none is chosen. With another one chosen it is a question,
 * unless that was answered, or asked when it was last saved.
 */
async function withCountry(tx: Transaction, values: FormValues, stored: FormValues | null, anyway: boolean) {
  const { given, question } = countrySaid(
    values.serviceName,
    values.countryId || null,
    (await readChoices(tx)).countries,
  );
  const isNew = stored === null || differs("serviceName", values, stored) || differs("countryId", values, stored);
  return {
    values: given ? { ...values, countryId: given.id } : values,
    given: given ? { country: given.name } : {},
    question: question && isNew && !anyway ? question : null,
  };
}

function asks(doing: "creating" | "updating", question: string) {
  const detail: Detail = { problems: [], question };
  return refuse("conflict", wordsOf(doing, "please answer the question first"), detail);
}

/** A new service with its tiers (A-SVC-4 to -18). */
export function createService(context: StaffContext, given: z.input<typeof creation>) {
  const verb = { doing: "creating", input: creation } as const;
  return changeServices(verb, context, given, async ({ tx, record }, { values, anyway }) => {
    const { values: whole, given: country, question } = await withCountry(tx, values, null, anyway);
    const parsed = serviceOf(whole);
    if (!parsed.ok) return invalid("creating", parsed.problems);
    const { service } = parsed;
    const questions = [question, anyway ? null : askAboutZeroFees(service, whole, null)].filter((one) => one !== null);
    if (questions.length > 0) return asks("creating", questions.join(" "));
    const { facts, own } = await factsWith(tx, service);
    const unknown = unknownIn(service, facts, own);
    if (unknown.length > 0) return invalid("creating", unknown);
    const [created] = await tx.insert(visaServices).values(columnsOf(service)).returning({ id: visaServices.id });
    if (!created) throw new Error("The service has no row");
    const lost = await writeRequirements(tx, created.id, service.requirements);
    if (lost) return invalid("creating", [sampleProblem(lost)]);
    await writeTiers(tx, created.id, service.visaSubtypes);
    await record({
      actionType: "service_created",
      subjectType: "service",
      subjectId: created.id,
      details: { name: service.serviceName },
    });
    return { ok: true, serviceId: created.id, ...country };
  });
}

const update = z.object({
  serviceId: z.string(),
  values,
  /** The form as it was loaded; without it every difference is a conflict. */
  base: z.partialRecord(fieldName, z.string()),
  anyway,
});

type Changed = { service: Service; stored: FormValues; changed: readonly FieldName[] };

/** Refuses texts that name a fact nobody knows, and a slug or a tier that goes while another text names it. */
async function factsBroken(tx: Transaction, serviceId: string, { service, stored, changed }: Changed) {
  const { facts, own } = await factsWith(tx, service, serviceId);
  // Where what they name changed, its own texts may lose a fact too; otherwise the changed fields are looked at.
  const naming: readonly FieldName[] = ["slug", "visaSubtypes", "processingTime", "maxStay", "validityPeriod"];
  const all = changed.some((name) => naming.includes(name));
  const unknown = unknownIn(service, facts, own, all ? fieldNames : changed);
  if (unknown.length > 0) return invalid("updating", unknown);
  const before = structured.visaSubtypes(stored.visaSubtypes);
  const names = new Set(service.visaSubtypes.map(({ name }) => name));
  const gone = before.ok ? before.value.filter(({ name }) => !names.has(name)) : [];
  const lost: [FieldName, string][] = [
    ...(service.slug === stored.slug ? [] : [["slug", stored.slug] as [FieldName, string]]),
    ...gone.map(({ name }): [FieldName, string] => ["visaSubtypes", `${stored.slug}/${name}`]),
  ];
  for (const [field, named] of lost) {
    const text = await textNaming(tx, serviceId, named);
    if (text) return invalid("updating", [{ field, message: `“${text}” names ${named}: change that text first` }]);
  }
  return undefined;
}

export function updateService(context: StaffContext, given: z.input<typeof update>) {
  const verb = { doing: "updating", input: update } as const;
  return changeServices(verb, context, given, async ({ tx, record }, input) => {
    const { serviceId, values, base, anyway } = input;
    const stored = await storedValues(serviceId, tx, true);
    if (!stored) return refuseTo("updating", "not-found", "the service is not there any more");
    const fields = await comparableFields(tx);
    const { merged, conflicts } = mergeFields(fields, { base, mine: values, theirs: stored }, {});
    const typed = { ...stored, ...merged };
    if (conflicts.length > 0) {
      const why = wordsOf("updating", "somebody else changed it meanwhile; choose what to keep");
      const detail: Detail = { problems: [], conflict: { conflicts, stored, merged: typed } };
      return refuse("conflict", why, detail);
    }
    const { values: whole, given: country, question } = await withCountry(tx, typed, stored, anyway);
    const parsed = serviceOf(whole);
    if (!parsed.ok) return invalid("updating", parsed.problems);
    const { service } = parsed;
    const questions = [question, anyway ? null : askAboutZeroFees(service, whole, stored)].filter(
      (one) => one !== null,
    );
    if (questions.length > 0) return asks("updating", questions.join(" "));
    const changed = fieldNames.filter((name) => differs(name, whole, stored));
    if (changed.length > 0) {
      const refused = await factsBroken(tx, serviceId, { service, stored, changed });
      if (refused) return refused;
    }
    if (changed.length > 0) {
      await tx
        .update(visaServices)
        .set({ ...columnsOf(service), updatedAt: new Date() })
        .where(eq(visaServices.id, serviceId));
      await record({
        actionType: "service_updated",
        subjectType: "service",
        subjectId: serviceId,
        details: { name: service.serviceName, fields: changed.map((name) => definitionOf(name).label).join(", ") },
        changes: fields
          .filter(({ name }) => changed.includes(name))
          .flatMap(({ name, label, words }) => recorded(label, words(stored[name]), words(whole[name]))),
      });
    }
    const lost = changed.includes("requirements") && (await writeRequirements(tx, serviceId, service.requirements));
    if (lost) return invalid("updating", [sampleProblem(lost)]);
    // Also when nothing else changed, so that the public tiers always match the stored subtypes (D24).
    await writeTiers(tx, serviceId, service.visaSubtypes);
    return { ok: true, serviceId, ...country };
  });
}
