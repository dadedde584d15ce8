import { and, asc, eq, inArray, isNull, ne, notInArray, or } from "drizzle-orm";
import type { Done, Refused } from "~/core/verbs/refused";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { type CopiedBytes, copyBytes, recordCopy } from "~/documents/at-rest/copy.server";
import { enqueueRemoval } from "~/documents/discard.server";
import { messageDraft } from "~/documents/of-case.server";
import { inGroups } from "~/documents/pages/pages";
import { log } from "~/log.server";

type Wanted = Awaited<ReturnType<typeof filesOf>>[number];

/** Rolls a transaction back if bytes have to be copied first. */
class NotCopiedYet extends Error {
  readonly files: readonly Wanted[];
  constructor(files: readonly Wanted[]) {
    super("Files are to be copied first");
    this.files = files;
  }
}

/**
 * Copies files of another application. Bytes are copied outside of the transaction, because slow storage would keep it
 * and its locks open: the transaction names the files, is rolled back, and runs again.
 */
export class FileCopies {
  /** By the original's id; undefined if its bytes are lost. */
  readonly #made = new Map<string, CopiedBytes | undefined>();
  readonly #from: string;
  readonly to: string;

  constructor(from: string, to: string) {
    this.#from = from;
    this.to = to;
  }

  /** Runs `begin`, whose transaction calls `record` after checking access and limits: a refusal copies nothing. */
  async during<Result extends (Done & { id: string }) | Refused<unknown>>(begin: () => Promise<Result>) {
    for (;;) {
      try {
        const result = await begin();
        // A concurrent repeat has its own copies.
        if (!(result.ok && result.id === this.to)) await this.#drop();
        return result;
      } catch (error) {
        if (!(error instanceof NotCopiedYet)) throw error;
        await this.#copy(error.files);
      }
    }
  }

  /** Inserts all copies except of the types to leave out; maps each original's address to its copy's. */
  async record(tx: Transaction, isLeftOut = (_documentType: string) => false): Promise<Map<string, string>> {
    const files = (await filesOf(tx, this.#from)).filter(({ documentType }) => !isLeftOut(documentType));
    const missing = files.filter(({ document }) => !this.#made.has(document.id));
    if (missing.length > 0) throw new NotCopiedYet(missing);
    const addresses = new Map<string, string>();
    for (const { document, documentType } of files) {
      const copy = this.#made.get(document.id);
      if (!copy) continue;
      await recordCopy(tx, copy, document, documentType);
      addresses.set(`/documents/${document.id}`, `/documents/${copy.id}`);
    }
    return addresses;
  }

  async #copy(files: readonly Wanted[]): Promise<void> {
    try {
      for (const { document, documentType } of files)
        this.#made.set(document.id, await copyBytes(document, { applicationId: this.to, documentType }));
    } catch (error) {
      await this.#drop();
      throw error;
    }
  }

  /** Queues the removal of copied bytes. If that fails the nightly comparison removes them; the result stays. */
  async #drop(): Promise<void> {
    const made = [...this.#made.values()].filter((copy) => copy !== undefined);
    if (made.length === 0) return;
    try {
      await db.transaction(async (tx) => {
        for (const { storageKey } of made) await enqueueRemoval(tx, { storageKey });
      });
    } catch (err) {
      log.error({ err }, "copied files could not be removed");
    }
  }
}

/**
 * Files that the applicant uploaded, in the wizard and for requests, unless staff refused them: in their pages'
 * order.
 */
export async function filesOf(from: Queryable, applicationId: string) {
  const rows = await from
    .select({ document: documents, type: caseRequestItems.documentType })
    .from(documents)
    .leftJoin(caseRequestItems, eq(caseRequestItems.id, documents.caseItemId))
    .leftJoin(caseItemAnswers, eq(caseItemAnswers.id, documents.caseAnswerId))
    .where(
      and(
        eq(documents.applicationId, applicationId),
        ne(documents.scan, "infected"),
        isNull(documents.caseMessageId),
        isNull(documents.decisionId),
        notInArray(documents.documentType, Object.values(messageDraft)),
        or(isNull(documents.caseItemId), inArray(caseItemAnswers.outcome, ["accepted", "waiting", "closed"])),
      ),
    )
    .orderBy(asc(documents.createdAt), asc(documents.id));
  const files = rows.map(({ document, type }) => ({
    document,
    documentType: type ?? document.documentType,
    page: document.page,
  }));
  return inGroups(files, ({ document, documentType }) => document.caseAnswerId ?? documentType);
}
