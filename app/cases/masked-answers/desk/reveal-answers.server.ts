import { eq } from "drizzle-orm";
import { z } from "zod";
import { waitForOwnReads } from "~/accounts/activity/many-reads.server";
import { asStaff } from "~/accounts/as-staff.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { StaffContext } from "~/accounts/staff.server";
import { staffAnswers } from "~/applications/stored-answers/answers.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { hiddenAmendments } from "../../requests/desk/amendments/desk-amendments.server";
import { isMasked } from "../masked";
import { hasRevealedManyCases, noticeManyReveals } from "./many-reveals.server";

const inputSchema = z.object({ applicationId: z.uuid(), step: z.union([z.literal("all"), z.coerce.number().int()]) });

/**
 * Reveals the hidden answers of one step, or of `all`, with those of its amendments, and records who saw which, never
 * the answers. All steps at once, or many cases, need reauthentication.
 */
export async function revealAnswers(context: StaffContext, input: unknown) {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return refuse("not-found");
  const { applicationId, step: requestedStep } = parsed.data;
  // Read before the transaction, which would otherwise occupy one connection while it waits for a second.
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const known = application ? await staffAnswers(application) : [];
  const steps = requestedStep === "all" ? known : known.filter(({ number }) => number === requestedStep);
  if (!application || steps.length === 0) return refuse("not-found");
  const hidden = steps.flatMap(({ answers }) => answers.filter(isMasked));
  const codes = steps.map(({ code }) => code);
  const { questions, amendments } = await hiddenAmendments(applicationId, codes);
  return asStaff(context, { input: z.undefined() }, undefined, async ({ tx, staff, record }) => {
    await waitForOwnReads(tx, staff);
    const needsFresh = requestedStep === "all" || (await hasRevealedManyCases(tx, staff));
    const unconfirmed = needsFresh ? await refuseUnlessFresh({ tx, staff }) : null;
    if (unconfirmed) return unconfirmed;
    await record({
      actionType: "sensitive_answers_revealed",
      subjectType: "application",
      subjectId: applicationId,
      details: {
        number: application.applicationNumber,
        step: requestedStep === "all" ? "all" : (codes[0] ?? ""),
        fields: [...new Set([...hidden.map((answer) => answer.name), ...questions])].join(", "),
      },
      browser: context.browser,
    });
    await noticeManyReveals(tx, staff);
    const answers = Object.fromEntries(hidden.map(({ name, answer }) => [name, answer ?? ""]));
    return { ok: true, step: requestedStep, answers, amendments };
  });
}
