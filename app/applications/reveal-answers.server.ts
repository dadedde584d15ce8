import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { staffAnswers } from "./answers.server";
import { noticeManyReveals, waitForOwnReveals } from "./many-reveals.server";
import { isMasked } from "./staff-detail.server";

const input = z.object({ applicationId: z.uuid(), step: z.coerce.number().int() });

export type RevealResult =
  | { ok: true; step: number; answers: Record<string, string> }
  | { ok: false; reason: "forbidden" | "not-found" };

/** Returns the hidden answers of one step, and records in the activity log who saw which, never the answers. */
export async function revealAnswers({ staff, address, browser }: StaffContext, given: unknown): Promise<RevealResult> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return { ok: false, reason: "not-found" };
  const { applicationId, step: number } = parsed.data;
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const step = application && (await staffAnswers(application)).find((some) => some.number === number);
  if (!application || !step) return { ok: false, reason: "not-found" };
  const hidden = step.answers.filter(isMasked);
  return db.transaction(async (tx): Promise<RevealResult> => {
    if (!(await mayAct(tx, staff))) return { ok: false, reason: "forbidden" };
    await waitForOwnReveals(tx, staff);
    await recordActivity(tx, staff, {
      actionType: "sensitive_answers_revealed",
      subjectType: "application",
      subjectId: applicationId,
      details: {
        number: application.applicationNumber,
        step: step.code,
        fields: hidden.map((answer) => answer.name).join(", "),
      },
      address,
      browser,
    });
    await noticeManyReveals(tx, staff);
    const answers = Object.fromEntries(hidden.map((answer) => [answer.name, answer.answer]));
    return { ok: true, step: number, answers };
  });
}
