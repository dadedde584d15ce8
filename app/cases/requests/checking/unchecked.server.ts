import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { amendments, caseItemAnswers, caseRequestItems } from "~/db/schema/case";

/** A sent answer or correction without a decision; `label` is a noun phrase. */
export type UncheckedAnswer = { answer: string; item: string; label: string };

export async function uncheckedAnswers(from: Queryable, applicationId: string): Promise<UncheckedAnswer[]> {
  const sent = await from
    .select({
      answer: caseItemAnswers.id,
      item: caseRequestItems.id,
      kind: caseRequestItems.kind,
      name: caseRequestItems.name,
    })
    .from(caseItemAnswers)
    .innerJoin(caseRequestItems, eq(caseRequestItems.id, caseItemAnswers.itemId))
    .where(and(eq(caseItemAnswers.applicationId, applicationId), eq(caseItemAnswers.outcome, "waiting")))
    .orderBy(asc(caseItemAnswers.createdAt));
  if (sent.length === 0) return [];
  const corrected = await from
    .select({ answer: amendments.answerId, label: amendments.label })
    .from(amendments)
    .where(eq(amendments.applicationId, applicationId))
    .orderBy(asc(amendments.position));
  return sent.map(({ answer, item, kind, name }) => {
    const labels = corrected.filter((amendment) => amendment.answer === answer).map(({ label }) => label);
    if (kind === "document") return { answer, item, label: `“${name}”` };
    if (kind === "question") return { answer, item, label: `an answer to “${name}”` };
    return {
      answer,
      item,
      label: labels.length === 1 ? `a new ${inSentence(labels[0] ?? name)}` : `corrections of ${name}`,
    };
  });
}

/** A label inside a sentence: `Passport number` is `passport number`, `US visa number` does not change. */
const inSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** `Natasha Rolle sent a new passport number and “Bank statement” that nobody has checked.` */
export function describeUnchecked(name: string, unchecked: readonly UncheckedAnswer[]): string {
  const list = new Intl.ListFormat("en").format(unchecked.map(({ label }) => label));
  return `${name} sent ${list} that nobody has checked.`;
}
