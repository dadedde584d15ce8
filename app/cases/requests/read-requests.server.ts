import { and, asc, eq, isNotNull, type SQL } from "drizzle-orm";
import { type FileDate, readFileDates } from "~/applications/required-files/file-dates.server";
import { phoneCountries } from "~/applications/steps/phone-countries";
import { usableKey } from "~/applications/stored-answers/usable-key.server";
import { isItemShown } from "~/cases/request-items/shown.server";
import { answersInForce, correctionIn } from "~/cases/requests/amendments/correcting/corrections.server";
import { type Amendment, amendmentsOf } from "~/cases/requests/amendments/read-amendments.server";
import { countryList } from "~/core/countries.server";
import { db, type Queryable } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { type FileHint, hintsOf as readHints } from "~/documents/hints/hints.server";
import { inPageOrder } from "~/documents/pages/page-order.server";
import { deskPdfPath, type OnePdf, onePdfOf, onePdfPath, pagesIn } from "~/documents/pages/pages";
import type { Answers } from "~/form-engine/definition";
import { type Today, todayAround } from "~/form-engine/validate";
import { openDraftText, openText } from "../request-items/sealed-texts.server";
import { type ItemLimits, itemLimitsOf, usualLimits } from "./item-limits.server";
import { isOverEverywhere } from "./request-words";

type Item = typeof caseRequestItems.$inferSelect;
type Answer = typeof caseItemAnswers.$inferSelect;

export type ItemFile = {
  id: string;
  url: string;
  name: string;
  bytes: number;
  /** With those of files that the applicant uses anyway. */
  hints: readonly FileHint[];
  /**
   * Null unless its document has a date rule; of sent files only until the case is filed or decided, and not refused
   * ones.
   */
  date: FileDate | null;
  contentType: string;
  scan: string;
  virus: string | null;
  inspection: string;
};
/** One answer of an item, with its files in the order in which they were sent. */
export type SentAnswer = Pick<Answer, "id" | "outcome" | "reason"> & {
  /** Set for a question. */
  text: string | null;
  /** Set for a correction. */
  amendments: Amendment[];
  files: ItemFile[];
  onePdf: OnePdf | null;
  at: string;
  decidedAt: string | null;
};
export type CaseItem = Pick<
  Item,
  "id" | "kind" | "stepCode" | "questions" | "name" | "description" | "reason" | "dueOn" | "ifLate"
> &
  Pick<Item, "state" | "stateReason"> & {
    stateAt: string;
    begunAt: string | null;
    /** Its day is over in every time zone. */
    isOverdue: boolean;
    /** Oldest first. */
    answers: SentAnswer[];
  };
/** An open item for its applicant, with its draft. */
export type OpenItem = CaseItem &
  ItemLimits & {
    draft: string;
    revision: number;
    files: ItemFile[];
    /** For a correction: the step's answers in force. */
    inForce: Answers | null;
  };

const isClosed = (item: CaseItem) => item.state !== "open";
const latestFirst = (a: CaseItem, b: CaseItem) => (a.stateAt < b.stateAt ? 1 : -1);

/** All items of a case for the desk: of a draft only its day. */
export async function readForDesk(applicationId: string): Promise<{ open: CaseItem[]; done: CaseItem[] }> {
  const { items: all } = await read(db, applicationId, deskPdfPath);
  // Corrections are shown in the record, where sensitive answers are masked.
  const unsaid = (answers: SentAnswer[]) => answers.map((answer) => ({ ...answer, amendments: [] }));
  const items = all.map((item) => ({ ...item, answers: unsaid(item.answers) }));
  return { open: items.filter((item) => !isClosed(item)), done: items.filter(isClosed).sort(latestFirst) };
}

/** Options and validation data of correction fields. */
export type FieldWorld = { countries: typeof countryList; today: Today; phoneCountries: readonly string[] };

/**
 * All items for the applicant, with drafts of the open ones; `fields` if one is a correction. `isAging`: it is stated
 * what follows from the dates of sent files.
 */
export async function readForApplicant(
  applicationId: string,
  { isAging = false }: { isAging?: boolean } = {},
): Promise<{ open: OpenItem[]; done: CaseItem[]; fields: FieldWorld | null }> {
  const [{ items, rows, filesOf, opener }, limits] = await Promise.all([
    read(db, applicationId, onePdfPath, isItemShown),
    itemLimitsOf(applicationId),
  ]);
  const dateOf = await readFileDates(applicationId, requirementsIn(rows, limits));
  const isCorrected = items.some((item) => item.kind === "correction" && !isClosed(item));
  const all = isCorrected ? await answersInForce(applicationId, db) : {};
  const open = items
    .filter((item) => !isClosed(item))
    .map((item) => {
      const row = rows.find(({ id }) => id === item.id);
      const draft = openDraftText(opener, item.id, row?.draft ?? null);
      const drafted = { draft, revision: row?.draftRevision ?? 0, files: filesOf({ itemId: item.id }, dateOf) };
      const inForce = item.kind === "correction" ? (correctionIn(item, all)?.answers ?? null) : null;
      return { ...item, ...drafted, inForce, ...(limits.get(item.id) ?? usualLimits) };
    });
  const fields = isCorrected
    ? { countries: countryList, today: todayAround(), phoneCountries: phoneCountries(all) }
    : null;
  const dated = (answer: SentAnswer) =>
    isAging && answer.outcome !== "refused" ? { ...answer, files: filesOf({ answerId: answer.id }, dateOf) } : answer;
  const done = items.filter(isClosed).map((item) => ({ ...item, answers: item.answers.map(dated) }));
  return { open, done: done.sort(latestFirst), fields };
}

/** The date rules of the documents that items ask for. */
const requirementsIn = (items: readonly Item[], limits: ReadonlyMap<string, ItemLimits>) =>
  items.flatMap(({ id, documentType }) => {
    const own = limits.get(id);
    return documentType && own ? [{ ...own, type: documentType }] : [];
  });

async function read(from: Queryable, applicationId: string, pdfPath: typeof onePdfPath, shown?: SQL) {
  const [rows, answers, files, key] = await Promise.all([
    from
      .select()
      .from(caseRequestItems)
      .where(and(eq(caseRequestItems.applicationId, applicationId), shown))
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
      .orderBy(...inPageOrder),
    usableKey(applicationId, from),
  ]);
  const opener = { applicationId, key };
  const hintsOf = await readHints(
    files.map(({ id }) => id),
    from,
  );
  const corrections = new Set(rows.flatMap(({ kind, id }) => (kind === "correction" ? [id] : [])));
  const amended = corrections.size > 0 ? await amendmentsOf(applicationId, from) : [];
  /** Files of one answer, or the unsent ones of an item. */
  const filesOf = (
    of: { answerId: string } | { itemId: string },
    dateOf: (file: typeof documents.$inferSelect) => FileDate | null = () => null,
  ): ItemFile[] =>
    files
      .filter((file) =>
        "answerId" in of
          ? file.caseAnswerId === of.answerId
          : file.caseItemId === of.itemId && file.caseAnswerId === null && file.caseMessageId === null,
      )
      .map((file) => ({
        id: file.id,
        url: `/documents/${file.id}`,
        name: file.documentName,
        bytes: file.byteSize,
        scan: file.scan,
        virus: file.virus,
        hints: hintsOf(file.id),
        date: dateOf(file),
        contentType: file.contentType,
        inspection: file.inspection,
      }));
  const sent = answers.map((answer) => ({
    itemId: answer.itemId,
    id: answer.id,
    outcome: answer.outcome,
    reason: answer.reason,
    text: corrections.has(answer.itemId)
      ? null
      : openText(opener, "case_item_answers.answer", answer.id, answer.answer),
    amendments: amended.filter(({ answerId }) => answerId === answer.id),
    files: filesOf({ answerId: answer.id }),
    onePdf: onePdfOf(pagesIn(filesOf({ answerId: answer.id })), pdfPath(applicationId, answer.id)),
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
  const { id, kind, stepCode, questions, name, description, reason, dueOn, ifLate, state, stateReason } = row;
  return {
    ...{ id, kind, stepCode, questions, name, description, reason, dueOn, ifLate, state, stateReason },
    stateAt: row.stateAt.toISOString(),
    begunAt: row.begunAt?.toISOString() ?? null,
    isOverdue: dueOn !== null && isOverEverywhere(dueOn, now),
    answers,
  };
}
