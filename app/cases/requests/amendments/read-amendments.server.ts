import { asc, eq } from "drizzle-orm";
import { usableKey } from "~/applications/stored-answers/usable-key.server";
import { openText } from "~/cases/request-items/sealed-texts.server";
import { unreadableAnswer } from "~/core/unreadable";
import { db, type Queryable } from "~/db/client.server";
import type { SignedAnswer } from "~/db/schema/applications";
import { amendments, caseItemAnswers } from "~/db/schema/case";

type Row = typeof amendments.$inferSelect;

/**
 * A corrected and signed question with the staff's decision: it is in force only if accepted. `before` and `after` are
 * formatted as in the signed record; `wasAsked` and `isAsked` tell whether the question was relevant before and after.
 */
export type Amendment = Pick<
  Row,
  "id" | "itemId" | "answerId" | "stepCode" | "stepTitle" | "question" | "label" | "entry" | "isSensitive"
> &
  Pick<Row, "wasAsked" | "isAsked" | "certifications" | "signature"> & {
    before: SignedAnswer["answer"];
    after: SignedAnswer["answer"];
    /** ISO 8601, UTC. */
    signedAt: string;
    outcome: (typeof caseItemAnswers.$inferSelect)["outcome"];
    /** Set if staff did not accept it. */
    reason: string | null;
    decidedAt: string | null;
  };

export async function amendmentsOf(applicationId: string, from: Queryable = db): Promise<Amendment[]> {
  const rows = await from
    .select({ row: amendments, answer: caseItemAnswers })
    .from(amendments)
    .innerJoin(caseItemAnswers, eq(caseItemAnswers.id, amendments.answerId))
    .where(eq(amendments.applicationId, applicationId))
    .orderBy(asc(amendments.createdAt), asc(amendments.position));
  if (rows.length === 0) return [];
  const opener = { applicationId, key: await usableKey(applicationId, from) };
  return rows.map(({ row, answer }) => {
    const { id, itemId, answerId, stepCode, stepTitle, question, label, entry } = row;
    const { isSensitive, wasAsked, isAsked, certifications, signature } = row;
    return {
      ...{
        id,
        itemId,
        answerId,
        stepCode,
        stepTitle,
        question,
        label,
        entry,
        isSensitive,
        wasAsked,
        isAsked,
        certifications,
        signature,
      },
      before: inWords(openText(opener, "amendments.before", id, row.before)),
      after: inWords(openText(opener, "amendments.after", id, row.after)),
      signedAt: row.createdAt.toISOString(),
      outcome: answer.outcome,
      reason: answer.reason,
      decidedAt: answer.decidedAt?.toISOString() ?? null,
    };
  });
}

function inWords(stored: string | null): SignedAnswer["answer"] {
  if (stored === null || stored === unreadableAnswer) return stored;
  return JSON.parse(stored) as SignedAnswer["answer"];
}

export const inForce = (all: readonly Amendment[]): Amendment[] => all.filter(({ outcome }) => outcome === "accepted");
