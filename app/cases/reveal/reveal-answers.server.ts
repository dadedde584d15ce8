import { eq } from "drizzle-orm";
import { z } from "zod";
import { waitForOwnReads } from "~/accounts/activity/many-reads.server";
import { asStaff } from "~/accounts/as-staff.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { StaffContext } from "~/accounts/staff.server";
import { staffAnswers } from "~/applications/submission/answers.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { hasRevealedManyCases, noticeManyReveals } from "../hidden/many-reveals.server";
import { isMasked } from "../hidden/masked";
import { hiddenAmendments } from "../requests/desk/amendments/desk-amendments.server";

const input = z.object({ applicationId: z.uuid(), step: z.union([z.literal("all"), z.coerce.number().int()]) });

/**
 * Hands out the hidden answers of one step, those of its amendments too (C-AMD-9), or of `all` steps at once, and
 * writes into the activity log who saw which of them, never the answers. All at once, or after those of many cases, it
 * waits for a confirmation (V-FRESH-4).
 */
export async function revealAnswers(context: StaffContext, given: unknown) {
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse("not-found");
  const { applicationId, step: asked } = parsed.data;
  // Read ahead: the transaction would otherwise hold its connection while the answers wait for another one.
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const known = application ? await staffAnswers(application) : [];
  const steps = asked === "all" ? known : known.filter(({ number }) => number === asked);
  if (!application || steps.length === 0) return refuse("not-found");
  const hidden = steps.flatMap(({ answers }) => answers.filter(isMasked));
  const codes = steps.map(({ code }) => code);
  const { questions, amendments } = await hiddenAmendments(applicationId, codes);
  return asStaff(context, { input: z.undefined() }, undefined, async ({ tx, staff, record }) => {
    await waitForOwnReads(tx, staff);
    const needsFresh = asked === "all" || (await hasRevealedManyCases(tx, staff));
    const unconfirmed = needsFresh ? await refuseUnlessFresh({ tx, staff }) : null;
    if (unconfirmed) return unconfirmed;
    await record({
      actionType: "sensitive_answers_revealed",
      subjectType: "application",
      subjectId: applicationId,
      details: {
        number: application.applicationNumber,
        step: asked === "all" ? "all" : (codes[0] ?? ""),
        fields: [...new Set([...hidden.map((answer) => answer.name), ...questions])].join(", "),
      },
      browser: context.browser,
    });
    await noticeManyReveals(tx, staff);
    const answers = Object.fromEntries(hidden.map(({ name, answer }) => [name, answer ?? ""]));
    return { ok: true, step: asked, answers, amendments };
  });
}
