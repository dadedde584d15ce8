import { eq } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { refuse } from "~/ground/verbs/refused";
import { changeServices, refuseTo, wordsOf } from "./change-services.server";
import { changesOf } from "./changed-values.server";
import { type SampleGone, writeRequirements } from "./required/write-requirements.server";
import {
  definitionOf,
  differs,
  type FieldName,
  type FieldProblem,
  type FormValues,
  fieldNames,
  serviceOf,
} from "./service-form";
import { structured } from "./structured/structured";
import { factsWith, textNaming, unknownIn } from "./unknown-facts.server";
import { storedValues } from "./values.server";
import { writeTiers } from "./write-tiers.server";

const fieldName = z.enum([...fieldNames]);
const values = z.record(fieldName, z.string());
const choice = z.enum(["mine", "stored"]);
/** Which version of a field the person takes where somebody else changed it too. */
export type Choice = z.output<typeof choice>;
/** `merged` is what the person sent, with what others changed elsewhere in it already. */
export type Conflict = { fields: FieldName[]; stored: FormValues; merged: FormValues };
/** What the editor shows of a refusal. */
type Service = Extract<ReturnType<typeof serviceOf>, { ok: true }>["service"];
type Detail = { problems: FieldProblem[]; conflict?: Conflict };

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

const creation = z.object({ values });

/** A new service with its tiers (A-SVC-4 to -18). */
export function createService(context: StaffContext, given: z.input<typeof creation>) {
  const verb = { doing: "creating", input: creation } as const;
  return changeServices(verb, context, given, async ({ tx, record }, { values }) => {
    const parsed = serviceOf(values);
    if (!parsed.ok) return invalid("creating", parsed.problems);
    const { service } = parsed;
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
    return { ok: true, serviceId: created.id };
  });
}

/**
 * What the person changed since `base`, on top of what is stored now. A field that somebody else changed meanwhile
 * stays as that one left it; one that both changed, differently, is not written before the person chose.
 */
function merge(
  base: Partial<FormValues>,
  mine: FormValues,
  stored: FormValues,
  choices: Partial<Record<FieldName, Choice>>,
) {
  const merged = { ...mine };
  const open: FieldName[] = [];
  for (const name of fieldNames) {
    if (!differs(name, mine, stored)) continue;
    const from = base[name];
    const baseWithField = from === undefined ? null : { ...stored, [name]: from };
    if (choices[name] === "stored" || (baseWithField && !differs(name, mine, baseWithField)))
      merged[name] = stored[name];
    else if (baseWithField && !differs(name, stored, baseWithField)) continue;
    else open.push(name);
  }
  return { merged, open };
}

const update = z.object({
  serviceId: z.string(),
  values,
  /** The form as it was loaded; without it every difference is a conflict. */
  base: z.partialRecord(fieldName, z.string()),
  /** Answers to an earlier conflict, whose stored values are `base` now. */
  choices: z.partialRecord(fieldName, choice).default({}),
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
  return changeServices(verb, context, given, async ({ tx, record }, { serviceId, values, base, choices }) => {
    const stored = await storedValues(serviceId, tx, true);
    if (!stored) return refuseTo("updating", "not-found", "the service is not there any more");
    const { merged, open } = merge(base, values, stored, choices);
    if (open.length > 0) {
      const why = wordsOf("updating", "somebody else changed it meanwhile; choose what to keep");
      const detail: Detail = { problems: [], conflict: { fields: open, stored, merged } };
      return refuse("conflict", why, detail);
    }
    const parsed = serviceOf(merged);
    if (!parsed.ok) return invalid("updating", parsed.problems);
    const changed = fieldNames.filter((name) => differs(name, merged, stored));
    const { service } = parsed;
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
        changes: await changesOf(tx, stored, merged, changed),
      });
    }
    const lost = changed.includes("requirements") && (await writeRequirements(tx, serviceId, service.requirements));
    if (lost) return invalid("updating", [sampleProblem(lost)]);
    // Also when nothing else changed, so that the public tiers always match the stored subtypes (D24).
    await writeTiers(tx, serviceId, service.visaSubtypes);
    return { ok: true, serviceId };
  });
}
