import { eq } from "drizzle-orm";
import { z } from "zod";
import { asHolderOfDraft, type HolderContext } from "~/applications/access/as-holder.server";
import { migrateBatch } from "~/applications/migrate-steps/batch.server";
import { answerReading, readingOf } from "~/applications/passport/readings.server";
import { answersFrom } from "~/applications/passport/suggest.server";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { passportInfo } from "~/applications/steps/passport-info";
import { storedAnswers, storedStep, writeAnswers } from "~/applications/stored-answers/answers.server";
import { isAnyUnreadable } from "~/applications/stored-answers/sealed-answers.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { follow } from "../saving/follow.server";

export type PassportRefusal = Refused<undefined, "not-found" | "forbidden" | "closed">;

const gone = () => refuse("not-found", "What we read from this page is no longer here.");

/**
 * Answers the unanswered questions of steps 1 and 2 with the chosen values of a passport page, as if they had been
 * typed, and ends the suggestion. A repeat changes nothing. `filled`: how many questions it answered.
 */
export function fillFromPassport(
  context: HolderContext,
  applicationId: string,
  { document, values }: { document: unknown; values: readonly string[] },
): Promise<Done<{ filled: number }> | PassportRefusal> {
  return asHolderOfDraft(
    context,
    applicationId,
    async ({ tx }): Promise<Done<{ filled: number }> | PassportRefusal> => {
      const reading = await readingOf(applicationId, tx);
      if (!reading || reading.documentId !== document) return gone();
      let filled = 0;
      for (const step of [applicantInfo, passportInfo]) {
        const application = await readRow(tx, applicationId);
        const { answers: before } = await storedStep(application, step, tx);
        // Unreadable answers may be readable again once their key is back, so they are not overwritten.
        if (isAnyUnreadable(step, before)) continue;
        const added = answersFrom(reading, values, step, await storedAnswers(application, tx));
        if (Object.keys(added).length === 0) continue;
        await writeAnswers(tx, application, step, { ...before, ...added });
        await follow(tx, applicationId, step, before);
        filled += Object.keys(added).length;
      }
      if (filled > 0) await migrateBatch(tx, [await readRow(tx, applicationId)]);
      await answerReading(tx, applicationId, reading.documentId);
      return { ok: true, filled };
    },
  );
}

async function readRow(tx: Transaction, id: string) {
  const [row] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id));
  if (!row) throw new Error("An application is gone that this transaction has locked");
  return row;
}

/** `No, thanks`: the values of this page are not suggested again. */
export function declinePassport(
  context: HolderContext,
  applicationId: string,
  document: unknown,
): Promise<Done | PassportRefusal> {
  const id = z.uuid().safeParse(document).data;
  return asHolderOfDraft(
    context,
    applicationId,
    async ({ tx }): Promise<Done | PassportRefusal> =>
      id && (await answerReading(tx, applicationId, id)) ? { ok: true } : gone(),
  );
}
