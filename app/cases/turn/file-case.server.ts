import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { readCaseConditions } from "~/cases/aging/case-conditions.server";
import { unsignedAgreement } from "~/cases/agreement/reading/unsigned-agreement.server";
import { unsignedSentences } from "~/cases/agreement/reading/unsigned-words";
import { normalizeFigures } from "~/core/text-input";
import { calendarDate, calendarLongDate, isDay, nassauDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { filingRevision } from "./filing-revision";
import { updateTurn } from "./update-turn.server";

const day = z.string().transform((text) => normalizeFigures(text) || null);
const inputSchema = z.object({
  applicationId: z.uuid(),
  filedOn: day.default(null),
  expectedBy: day.default(null),
  /** The days that the admin saw; if others are stored, somebody else has changed them. */
  revision: z.string().optional(),
  /** The question before filing, as it was answered with yes; another one is asked again. */
  asked: z.string().optional(),
});

type Days = { filedOn: string | null; decisionExpectedBy: string | null };
const inWords = ({ filedOn, decisionExpectedBy: by }: Days) =>
  filedOn ? `filed on ${calendarDate(filedOn)}${by ? `, decision expected by ${calendarDate(by)}` : ""}` : "not filed";
const changedMeanwhile = (now: Days) =>
  `Someone else has changed this: it’s now ${inWords(now)}. Nothing was overwritten. Save again to replace it with yours.`;

export type FilingProblem = { field: "filedOn" | "expectedBy"; message: string };
/** Detail of a refusal that asks. */
type FilingQuestion = { question: string };

function problemOf(filedOn: string | null, expectedBy: string | null): FilingProblem | null {
  if (filedOn !== null && (!isDay(filedOn) || filedOn > nassauDay() || filedOn < "2000-01-01"))
    return { field: "filedOn", message: "Enter the filing date, today or earlier." };
  if (expectedBy === null) return null;
  if (filedOn === null) return { field: "filedOn", message: "Enter the filing date." };
  if (!isDay(expectedBy) || expectedBy < filedOn || expectedBy > "2099-12-31")
    return { field: "expectedBy", message: "Enter a date after the filing date." };
  return null;
}

type Filed = { id: string; visaServiceId: string | null; filedOn: string | null };

/**
 * Names the required documents that are too old for a filing day, and an agreement without which work does not begin;
 * empty if nothing is against it.
 */
async function questionOf(from: Queryable, application: Filed, filedOn: string) {
  const documents = await readCaseConditions(application, { from, today: filedOn });
  const old = documents.flatMap(({ name, isRequired, condition }) =>
    isRequired && condition.state === "too-old"
      ? [`${name} was issued on ${calendarLongDate(condition.issuedOn)}, which is too old for this filing day.`]
      : [],
  );
  // A corrected day of a filed case begins nothing.
  const unsigned = application.filedOn === null ? await unsignedAgreement(from, application.id) : null;
  const reasons = unsigned ? [...old, unsignedSentences[unsigned]] : old;
  return reasons.length > 0 ? `${reasons.join(" ")} File anyway?` : "";
}

/**
 * Stores when a case was filed with the authorities and when they are expected to decide; without a day it counts as
 * not filed. Asks first if a required document is too old for that day, or work waits for a signed agreement. Recorded;
 * nobody is mailed.
 */
export function fileCase(context: StaffContext, input: unknown) {
  const messages = {
    forbidden: "Your account is no longer active.",
    failed: "This could not be saved. Please try again.",
  };
  const verb = { input: inputSchema, failed: "a filing could not be saved", messages: messages };
  return asStaff(context, verb, input, async ({ tx, record }, input) => {
    const { applicationId, filedOn, expectedBy, revision, asked } = input;
    const problem = problemOf(filedOn, expectedBy);
    if (problem) return refuse("invalid", problem.message, problem);
    const [application] = await tx
      .select({
        id: visaApplications.id,
        visaServiceId: visaApplications.visaServiceId,
        status: visaApplications.status,
        number: visaApplications.applicationNumber,
        filedOn: visaApplications.filedOn,
        decisionExpectedBy: visaApplications.decisionExpectedBy,
      })
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application) return refuse("not-found");
    if (!isUndecided(application.status)) return refuse("closed", "You can’t file this case because it’s closed.");
    if (application.filedOn === filedOn && application.decisionExpectedBy === expectedBy) return { ok: true };
    if (revision !== undefined && revision !== filingRevision(application))
      return refuse("conflict", changedMeanwhile(application));
    const isFiled = filedOn !== null && filedOn !== application.filedOn;
    const question = isFiled ? await questionOf(tx, application, filedOn) : "";
    if (question !== "" && asked !== question)
      return refuse("conflict", question, { question } satisfies FilingQuestion);
    await tx
      .update(visaApplications)
      .set({ filedOn, decisionExpectedBy: expectedBy })
      .where(eq(visaApplications.id, applicationId));
    await record({
      actionType: filedOn ? "case_filed" : "case_filing_taken_back",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.number, ...(filedOn ? { filedOn } : {}), ...(expectedBy ? { expectedBy } : {}) },
    });
    await updateTurn(tx, applicationId);
    return { ok: true };
  });
}
