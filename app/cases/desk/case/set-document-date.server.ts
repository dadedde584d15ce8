import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { fileDateError } from "~/applications/required-files/typed-file-date";
import { writeFileDate } from "~/applications/required-files/write-file-date.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { isDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import { documents } from "~/db/schema/documents";
import { dateKindOf } from "~/documents/dates/date-rule";
import { sentOfCase } from "~/documents/of-case.server";
import { datePartsOf } from "~/form-engine/typed/dates";

const inputSchema = z.object({
  applicationId: z.uuid(),
  document: z.uuid(),
  /** The date that the form asked for. */
  kind: z.enum(["issued", "expires"]).optional(),
  /** As YYYY-MM-DD, or empty for none. */
  day: z.string().max(40),
  /** The date that was shown. */
  seen: z.string().max(40),
});

const messages = {
  forbidden: "Your account is no longer active.",
  invalid: "Enter a valid date.",
};

/** Sets the date of a submitted file whose document has a date rule, recorded with the one before. */
export function setDocumentDate(context: StaffContext, input: unknown) {
  const verb = { input: inputSchema, failed: "a document could not be dated", messages };
  return asStaff(context, verb, input, async ({ tx, record }, { applicationId, document: id, ...typed }) => {
    const { day, seen } = typed;
    const application = await lockedApplication({ tx }, applicationId);
    if (!application) return refuse("not-found", "Application not found.");
    if (application.status === "draft") return refuse("closed", "This application hasn’t been submitted yet.");
    const [file] = await tx
      .select()
      .from(documents)
      .where(and(eq(documents.id, id), eq(documents.applicationId, applicationId), sentOfCase));
    const requirements = await requirementsOf(application.visaServiceId, tx);
    const requirement = requirements.find(({ type }) => type === file?.documentType);
    if (!file || !requirement?.dateRule || requirement.purpose === "passport_page")
      return refuse("not-found", "This file has no date to set.");
    const kind = dateKindOf(requirement.dateRule);
    if (typed.kind !== undefined && typed.kind !== kind)
      return refuse(
        "conflict",
        "The rule of this document has just been changed, and asks for another date. Nothing was changed.",
      );
    const earlier = (kind === "issued" ? file.issuedOn : file.expiresOn) ?? "";
    if (earlier === day) return { ok: true };
    if (seen !== earlier)
      return refuse("conflict", "Someone else has just set a different date, shown on the page. Nothing was changed.");
    const parts = datePartsOf(day);
    const message = day !== "" && !isDay(day) ? messages.invalid : fileDateError(kind, parts)?.message;
    if (message) return refuse("invalid", message);
    await writeFileDate(tx, { document: id, kind, parts });
    await record({
      actionType: "document_date_set",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.applicationNumber, document: requirement.name, from: earlier, to: day },
    });
    return { ok: true };
  });
}
