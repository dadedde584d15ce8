import { eq } from "drizzle-orm";
import { recordActivity } from "~/accounts/activity.server";
import type { StaffContext } from "~/accounts/staff.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, type Refused, refuse } from "./change-services.server";
import { definitionOf, differs, type FieldName, type FieldProblem, type FormValues, fieldNames } from "./service-form";
import { serviceOf, storedValues } from "./service-values.server";
import { writeTiers } from "./write-tiers.server";

/** Which version of a field the person takes where somebody else changed it too. */
export type Choice = "mine" | "stored";
/** `merged` is what the person sent, with what others changed elsewhere in it already. */
export type Conflict = { fields: FieldName[]; stored: FormValues; merged: FormValues };
type SaveRefused = Refused & { problems?: FieldProblem[]; conflict?: Conflict };
export type SaveResult = { ok: true; serviceId: string } | SaveRefused;

function invalid(doing: "creating" | "updating", problems: FieldProblem[]): SaveRefused {
  const what = problems.length === 1 ? "1 field needs" : `${problems.length} fields need`;
  return { ...refuse(doing, 400, `${what} a correction`), problems };
}

/** A slug that is taken is wrong at its field. */
function atSlug(result: SaveResult): SaveResult {
  if (result.ok || !result.message.endsWith("has this slug")) return result;
  return { ...result, problems: [{ field: "slug", message: "Another service has this slug" }] };
}

/** A new service with its tiers (A-SVC-4 to -18). */
export async function createService(context: StaffContext, values: FormValues): Promise<SaveResult> {
  const parsed = serviceOf(values);
  if (!parsed.ok) return invalid("creating", parsed.problems);
  const { service } = parsed;
  const result = await changeServices("creating", context, async (tx): Promise<SaveResult> => {
    const [made] = await tx.insert(visaServices).values(service).returning({ id: visaServices.id });
    if (!made) throw new Error("The service has no row");
    await writeTiers(tx, made.id, service.visaSubtypes);
    await recordActivity(tx, context.staff, {
      actionType: "service_created",
      subjectType: "service",
      subjectId: made.id,
      details: { name: service.serviceName },
      address: context.address,
    });
    return { ok: true, serviceId: made.id };
  });
  return atSlug(result);
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
    const known = from === undefined ? null : { ...stored, [name]: from };
    if (choices[name] === "stored" || (known && !differs(name, mine, known))) merged[name] = stored[name];
    else if (known && !differs(name, stored, known)) continue;
    else open.push(name);
  }
  return { merged, open };
}

type Update = {
  serviceId: string;
  values: FormValues;
  /** The form as it was loaded; without it, whatever differs is asked about. */
  base: Partial<FormValues>;
  /** Answers to an earlier conflict, whose stored values are `base` now. */
  choices?: Partial<Record<FieldName, Choice>>;
};

export async function updateService(
  context: StaffContext,
  { serviceId, values, base, choices = {} }: Update,
): Promise<SaveResult> {
  const result = await changeServices("updating", context, async (tx): Promise<SaveResult> => {
    const stored = await storedValues(serviceId, tx, true);
    if (!stored) return refuse("updating", 404, "the service is not there any more");
    const { merged, open } = merge(base, values, stored, choices);
    if (open.length > 0)
      return {
        ...refuse("updating", 409, "somebody else changed it meanwhile; choose what to keep"),
        conflict: { fields: open, stored, merged },
      };
    const parsed = serviceOf(merged);
    if (!parsed.ok) return invalid("updating", parsed.problems);
    const changed = fieldNames.filter((name) => differs(name, merged, stored));
    const { service } = parsed;
    if (changed.length > 0) {
      await tx
        .update(visaServices)
        .set({ ...service, updatedAt: new Date() })
        .where(eq(visaServices.id, serviceId));
      await recordActivity(tx, context.staff, {
        actionType: "service_updated",
        subjectType: "service",
        subjectId: serviceId,
        details: { name: service.serviceName, fields: changed.map((name) => definitionOf(name).label).join(", ") },
        address: context.address,
      });
    }
    // Also when nothing else changed: the tiers that visitors see are what stands here (decision 24).
    await writeTiers(tx, serviceId, service.visaSubtypes);
    return { ok: true, serviceId };
  });
  return atSlug(result);
}
