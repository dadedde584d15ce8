import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { changesOf, subjectOf, versionNumber } from "~/content/editing/content-item.server";
import { differing, newKey } from "~/content/editing/kind";
import type { Conflict } from "~/content/editing/merge";
import { replacePublic, scheduledLabel } from "~/content/editing/publish.server";
import { addDraft, type NotSaved } from "~/content/editing/save-draft.server";
import { scheduleVersion } from "~/content/editing/schedule.server";
import { lockContent, newestOf, scheduledOf, wasEverPublished } from "~/content/editing/versions.server";
import { refuse } from "~/core/verbs/refused";
import { changeServices, refuseTo, serviceMessage, slugTaken } from "./change-services.server";
import { countryNamedIn } from "./country/country-of-name";
import {
  differs,
  type FieldProblem,
  type FormValues,
  fieldNames,
  serviceOf,
  superAdminChanges,
  valuesFrom,
} from "./service-form";
import { contentOf, problemsIn, serviceKind, valuesOf } from "./service-kind.server";
import { readChoices, storedValues } from "./values.server";
import { writeTiers } from "./write-tiers.server";
import { zeroFeesQuestion } from "./zero-fees";

const fieldName = z.enum([...fieldNames]);
/** `merged`: the submitted values, with what others changed in other fields. */
export type ServiceConflict = { conflicts: Conflict[]; seen: number; merged: FormValues };
export type Detail = { problems: FieldProblem[]; conflict?: ServiceConflict; question?: string; at?: "time" };

const input = z.object({
  /** `new` before its first save. */
  serviceId: z.string().max(100),
  /** The typed values; a field that is left out is unchanged. */
  values: z.partialRecord(fieldName, z.string()),
  /** The version that the form was made from, and the one whose differences the admin chose from. */
  base: versionNumber.default(0),
  /** The values that the form showed, if the service had no version yet. */
  was: z.partialRecord(fieldName, z.string()).optional(),
  seen: versionNumber.default(0),
  choices: z.partialRecord(fieldName, z.enum(["mine", "theirs"])).default({}),
  /** The admin confirmed the questions before publication. */
  anyway: z.boolean().default(false),
  /** Publish now, schedule, or save a draft. */
  intent: z.enum(["publish", "schedule", "save"]).default("publish"),
  day: z.string().max(20).default(""),
  time: z.string().max(20).default(""),
});

/**
 * Saves a service as a draft, publishes it with its tiers and documents, or schedules that: all in one transaction, so
 * that a refusal leaves nothing behind.
 */
export function saveService(context: StaffContext, rawInput: z.input<typeof input>) {
  const isNew = rawInput.serviceId === newKey;
  const doing = isNew ? "creating" : "updating";
  const verb = { doing, input, shown: ["base", "was", "seen", "anyway"] } as const;
  return changeServices(verb, context, rawInput, async (work, { values, was, intent, anyway, ...sent }) => {
    const { tx, record } = work;
    const refused = (reason: "invalid" | "conflict" | "forbidden", why: string, detail: Partial<Detail>) =>
      refuse(reason, serviceMessage(doing, why), { problems: [], ...detail } satisfies Detail);
    const choices = await readChoices(tx);
    const kind = serviceKind(choices);
    const item = { kind, key: isNew ? crypto.randomUUID() : sent.serviceId };
    await lockContent(tx, item);
    const stored = isNew ? null : await storedValues(item.key, tx, true);
    const isDraft = !stored && (await newestOf(tx, item)) && !(await wasEverPublished(tx, item));
    if (!isNew && !stored && !isDraft) return refuseTo(doing, "not-found", "the service no longer exists");

    const toCorrect = (problems: FieldProblem[]) => {
      const count = problems.length === 1 ? "1 field needs" : `${problems.length} fields need`;
      return refused("invalid", `${count} a correction`, { problems });
    };
    // Before it becomes a version: the database would refuse these values in a version too.
    const early = serviceOf(valuesFrom((name) => values[name] ?? stored?.[name] ?? ""));
    const wrong = early.ok ? [] : early.problems.filter(({ field }) => values[field] !== undefined);
    if (wrong.length > 0) return toCorrect(wrong);
    const rawInputs = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, [text]]));
    const draft = await addDraft(work, item, {
      ...{ ...sent, typed: rawInputs },
      was: was && contentOf(valuesFrom((name) => was[name] ?? "")),
    });
    if (!draft.ok) {
      const { conflicts = [], newest = 0, merged = {} }: Partial<NotSaved> = draft.detail ?? {};
      if (conflicts.length === 0) return refused("invalid", draft.message, {});
      const conflict = { conflicts, seen: newest, merged: valuesOf(merged) };
      return refused("conflict", "someone else has changed it; choose what to keep", { conflict });
    }
    const { version, before, others: _, ...made } = draft;
    const whole = valuesOf(version.data);
    const problemsOf = (from: FormValues | null, message: string) =>
      work.staff.role === "super_admin"
        ? []
        : superAdminChanges(whole, from).map((field): FieldProblem => ({ field, message }));
    const forbidden = [
      ...problemsOf(valuesOf(before), "Only super admins change this."),
      // A draft of a super admin, or an older version.
      ...(intent === "save" ? [] : problemsOf(stored, "A super admin has to publish this change.")),
    ];
    if (forbidden.length > 0)
      return refused("forbidden", "only super admins change its agreement", { problems: forbidden });
    const problems = await problemsIn(tx, item.key, whole);
    if (problems.some(({ message }) => message === slugTaken))
      return refused("conflict", "another service has this slug", { problems });
    if (problems.length > 0) return toCorrect(problems);

    const country = choices.countries.find(({ id }) => id === whole.countryId && values.countryId === "");
    const done = {
      ...{ ok: true as const, serviceId: item.key, number: version.number, preview: version.id, slug: whole.slug },
      ...(country ? { country: country.name } : {}),
    };
    if (made.isNew && intent !== "publish")
      await record({
        ...{ actionType: "content_saved", ...subjectOf(item, version) },
        changes: changesOf(kind, before, version.data),
      });
    if (intent === "save") return done;
    const parsed = serviceOf(whole);
    const isChanged = !stored || differs("serviceName", whole, stored) || differs("countryId", whole, stored);
    const waiting = (await scheduledOf(tx, item)).filter(({ id }) => id !== version.id);
    const questions = [
      isChanged ? countryNamedIn(whole.serviceName, whole.countryId || null, choices.countries).question : null,
      parsed.ok ? zeroFeesQuestion(parsed.service, values, stored) : null,
      ...waiting.map(
        (schedule) =>
          `${scheduledLabel(schedule)} ${intent === "schedule" ? "Scheduling this one" : "Publishing this one now"} calls that off.`,
      ),
    ].filter((schedule) => schedule !== null);
    if (questions.length > 0 && !anyway)
      return refused("conflict", "please answer the question first", { question: questions.join(" ") });

    const publication = { version, scheduled: "call-off" as const, answer: undefined };
    if (intent === "schedule") {
      const scheduled = await scheduleVersion(work, item, { ...publication, day: sent.day, time: sent.time });
      if (scheduled.ok) return done;
      return refuse(scheduled.reason, scheduled.message, { problems: [], at: "time" } satisfies Detail);
    }
    const published = await replacePublic(work, item, publication);
    if (!published.ok) return refused("conflict", published.message, {});
    const { serviceName: name } = whole;
    if (!stored)
      await record({
        ...{ actionType: "service_created", subjectType: "service", subjectId: item.key, details: { name } },
      });
    else if (published.changed)
      await record({
        ...{ actionType: "service_updated", subjectType: "service", subjectId: item.key },
        details: {
          name,
          fields: differing(kind, published.before, version.data)
            .map(({ label }) => label)
            .join(", "),
        },
        changes: changesOf(kind, published.before, version.data),
      });
    // Also when nothing else changed, so that the public tiers always match the stored subtypes (D24).
    if (!published.changed && parsed.ok) await writeTiers(tx, item.key, parsed.service.visaSubtypes);
    return done;
  });
}
