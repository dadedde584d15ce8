import { and, asc, eq, isNotNull } from "drizzle-orm";
import { usableKey } from "~/applications/submission/usable-key.server";
import { db, type Queryable } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { type ItemLimits, itemLimitsOf, usualLimits } from "./item-limits.server";
import { isOverEverywhere } from "./request-words";
import { openedWords } from "./sealed-texts.server";

type Item = typeof caseRequestItems.$inferSelect;
type Answer = typeof caseItemAnswers.$inferSelect;

export type ItemFile = { id: string; url: string; name: string; bytes: number; scan: string; virus: string | null };
/** What was sent for an item once, with its files in the order in which they were sent. */
export type SentAnswer = Pick<Answer, "id" | "outcome" | "reason"> & {
  text: string | null;
  files: ItemFile[];
  at: string;
  decidedAt: string | null;
};
/** One thing that was asked for, as both sides see it. */
export type CaseItem = Pick<
  Item,
  "id" | "kind" | "name" | "description" | "reason" | "dueOn" | "ifLate" | "state" | "stateReason"
> & {
  stateAt: string;
  begunAt: string | null;
  /** Its day is over in every time zone. */
  isOverdue: boolean;
  /** Oldest first. */
  answers: SentAnswer[];
};
/** An open item for its applicant: with what was begun. */
export type OpenItem = CaseItem & ItemLimits & { draft: string; revision: number; files: ItemFile[] };

const isClosed = (item: CaseItem) => item.state !== "open";
const latestFirst = (one: CaseItem, other: CaseItem) => (one.stateAt < other.stateAt ? 1 : -1);

/** All items of a case for the desk: nothing of what was begun but its day (C-ANS-7). */
export async function readForDesk(applicationId: string): Promise<{ open: CaseItem[]; done: CaseItem[] }> {
  const { items } = await read(db, applicationId);
  return { open: items.filter((item) => !isClosed(item)), done: items.filter(isClosed).sort(latestFirst) };
}

/** The same for the applicant, with the drafts of what is open. */
export async function readForApplicant(applicationId: string): Promise<{ open: OpenItem[]; done: CaseItem[] }> {
  const [{ items, rows, filesOf, opener }, limits] = await Promise.all([
    read(db, applicationId),
    itemLimitsOf(applicationId),
  ]);
  const open = items
    .filter((item) => !isClosed(item))
    .map((item) => {
      const row = rows.find(({ id }) => id === item.id);
      const draft = openedWords(opener, "case_request_items.draft", item.id, row?.draft ?? null) ?? "";
      const begun = { draft, revision: row?.draftRevision ?? 0, files: filesOf({ itemId: item.id }) };
      return { ...item, ...begun, ...(limits.get(item.id) ?? usualLimits) };
    });
  return { open, done: items.filter(isClosed).sort(latestFirst) };
}

async function read(from: Queryable, applicationId: string) {
  const [rows, answers, files, key] = await Promise.all([
    from
      .select()
      .from(caseRequestItems)
      .where(eq(caseRequestItems.applicationId, applicationId))
      .orderBy(asc(caseRequestItems.createdAt), asc(caseRequestItems.position)),
    from
      .select()
      .from(caseItemAnswers)
      .where(eq(caseItemAnswers.applicationId, applicationId))
      .orderBy(asc(caseItemAnswers.createdAt)),
    from
      .select()
      .from(documents)
      .where(and(eq(documents.applicationId, applicationId), isNotNull(documents.caseItemId)))
      .orderBy(asc(documents.createdAt), asc(documents.id)),
    usableKey(applicationId, from),
  ]);
  const opener = { applicationId, key };
  /** Those of one answer, or those that were not sent yet. */
  const filesOf = (of: { answerId: string } | { itemId: string }): ItemFile[] =>
    files
      .filter((file) =>
        "answerId" in of
          ? file.caseAnswerId === of.answerId
          : file.caseItemId === of.itemId && file.caseAnswerId === null && file.caseMessageId === null,
      )
      .map(({ id, documentName, byteSize, scan, virus }) => ({
        id,
        url: `/documents/${id}`,
        name: documentName,
        bytes: byteSize,
        scan,
        virus,
      }));
  const sent = answers.map((answer) => ({
    itemId: answer.itemId,
    id: answer.id,
    outcome: answer.outcome,
    reason: answer.reason,
    text: openedWords(opener, "case_item_answers.answer", answer.id, answer.answer),
    files: filesOf({ answerId: answer.id }),
    at: answer.createdAt.toISOString(),
    decidedAt: answer.decidedAt?.toISOString() ?? null,
  }));
  const now = Date.now();
  const items = rows.map((row) =>
    shownItem(
      row,
      sent.filter(({ itemId }) => itemId === row.id),
      now,
    ),
  );
  return { items, rows, filesOf, opener };
}

function shownItem(row: Item, answers: SentAnswer[], now: number): CaseItem {
  const { id, kind, name, description, reason, dueOn, ifLate, state, stateReason } = row;
  return {
    ...{ id, kind, name, description, reason, dueOn, ifLate, state, stateReason },
    stateAt: row.stateAt.toISOString(),
    begunAt: row.begunAt?.toISOString() ?? null,
    isOverdue: dueOn !== null && isOverEverywhere(dueOn, now),
    answers,
  };
}
