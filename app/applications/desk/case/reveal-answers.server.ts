import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { staffAnswers } from "~/applications/submission/answers.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { refuse } from "~/ground/verbs/refused";
import { hiddenAmendments } from "./amendments/desk-amendments.server";
import { noticeManyReveals, waitForOwnReveals } from "./many-reveals.server";
import { isMasked } from "./masked";

const input = z.object({ applicationId: z.uuid(), step: z.coerce.number().int() });

/**
 * Hands out the hidden answers of one step, those of its amendments too (C-AMD-9), and writes into the activity log who
 * saw which of them, never the answers.
 */
export async function revealAnswers(context: StaffContext, given: unknown) {
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse("not-found");
  const { applicationId, step: number } = parsed.data;
  // Read ahead: the transaction would otherwise hold its connection while the answers wait for another one.
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const step = application && (await staffAnswers(application)).find((some) => some.number === number);
  if (!application || !step) return refuse("not-found");
  const hidden = step.answers.filter(isMasked);
  const { questions, amendments } = await hiddenAmendments(applicationId, step.code);
  return asStaff(context, { input: z.undefined() }, undefined, async ({ tx, staff, record }) => {
    await waitForOwnReveals(tx, staff);
    await record({
      actionType: "sensitive_answers_revealed",
      subjectType: "application",
      subjectId: applicationId,
      details: {
        number: application.applicationNumber,
        step: step.code,
        fields: [...new Set([...hidden.map((answer) => answer.name), ...questions])].join(", "),
      },
      browser: context.browser,
    });
    await noticeManyReveals(tx, staff);
    const answers = Object.fromEntries(hidden.map(({ name, answer }) => [name, answer ?? ""]));
    return { ok: true, step: number, answers, amendments };
  });
}
