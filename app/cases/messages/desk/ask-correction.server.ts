import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { correctionOf } from "~/cases/requests/asking/check-items";
import { itemLimits } from "~/cases/requests/request-words";
import { clipped } from "~/core/character-count";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { caseMessages } from "~/db/schema/case";

type CorrectionRequest = { applicationId: string; messageId: unknown; attempt: unknown };

/**
 * Requests the correction of the question that a message reports, in one action. The form without a script has no
 * idempotency key; an already open request is refused anyway.
 */
export async function requestCorrection(context: StaffContext, input: CorrectionRequest) {
  const { applicationId } = input;
  const messageId = z.uuid().safeParse(input.messageId).data;
  const known = z.uuid().safeParse(applicationId).success && messageId;
  const [message] = known
    ? await db
        .select({ about: caseMessages.about, body: caseMessages.body })
        .from(caseMessages)
        .where(
          and(
            eq(caseMessages.id, messageId),
            eq(caseMessages.applicationId, applicationId),
            isNotNull(caseMessages.about),
          ),
        )
    : [];
  if (!message?.about) return refuse("not-found");
  const { stepCode, name } = message.about;
  const report = message.body.slice(message.body.indexOf("\n\n") + 2);
  const reason = clipped(`You told us: ${report}`, itemLimits.reason);
  const item = { what: correctionOf(stepCode), name: "", questions: [name], reason, dueOn: "", ifLate: "" };
  const attempt = input.attempt ?? undefined;
  const result = await requestItems(context, { applicationId, items: [item], setStatus: false, attempt });
  if (result.ok || result.message) return result;
  const problems = result.detail?.problems ?? [];
  return { ...result, message: problems[0]?.message ?? "This can’t be corrected." };
}
