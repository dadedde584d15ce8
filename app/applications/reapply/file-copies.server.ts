import { and, asc, eq, inArray, isNull, ne, notInArray, or } from "drizzle-orm";
import type { Done, Refused } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { type CopiedBytes, copyBytes, recordCopy } from "~/documents/at-rest/copy.server";
import { enqueueRemoval } from "~/documents/discard.server";
import { messageDraft } from "~/documents/of-case.server";
import { log } from "~/log.server";

type Wanted = Awaited<ReturnType<typeof filesOf>>[number];

/** Ends a transaction that found files whose bytes are to be copied first. */
class NotCopiedYet extends Error {
  readonly files: readonly Wanted[];
  constructor(files: readonly Wanted[]) {
    super("Files are to be copied first");
    this.files = files;
  }
}

/**
 * The files that an application takes from another one. Their bytes are copied outside of its transaction, which a slow
 * storage would hold open with all that it locks: the transaction says which, is rolled back, and runs again.
 */
export class FileCopies {
  /** By the id of what was copied; undefined where the bytes are lost. */
  readonly #made = new Map<string, CopiedBytes | undefined>();
  readonly #from: string;
  /** The id of the application that they are for. */
  readonly to: string;

  constructor(from: string, to: string) {
    this.#from = from;
    this.to = to;
  }

  /** Runs `begin`, whose transaction calls `record` after rights and limits were asked: a refusal copies nothing. */
  async during<Result extends (Done & { id: string }) | Refused<unknown>>(begin: () => Promise<Result>) {
    for (;;) {
      try {
        const result = await begin();
        // Sent twice at once: the other one has its own.
        if (!(result.ok && result.id === this.to)) await this.#drop();
        return result;
      } catch (error) {
        if (!(error instanceof NotCopiedYet)) throw error;
        await this.#copy(error.files);
      }
    }
  }

  /** Records all copies. Maps the address of each original to the address of its copy. */
  async record(tx: Transaction): Promise<Map<string, string>> {
    const files = await filesOf(tx, this.#from);
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

  /** Has the copied bytes removed. Where that fails the nightly comparison removes them, and the result stays. */
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

/** What the applicant uploaded: in the wizard, and for what was asked for, unless staff refused it. */
async function filesOf(tx: Transaction, applicationId: string) {
  const rows = await tx
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
  return rows.map(({ document, type }) => ({ document, documentType: type ?? document.documentType }));
}
