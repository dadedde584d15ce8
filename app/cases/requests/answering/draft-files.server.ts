import { and, count, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { rulesOf } from "~/applications/wizard/files/file-limits";
import { refuseUpload, type UploadLimited } from "~/applications/wizard/files/upload-limit.server";
import { itemLimitsOf, usualLimits } from "~/cases/requests/item-limits.server";
import { itemName } from "~/cases/requests/request-words";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { isChosen } from "~/documents/file-rules";
import { describeHint } from "~/documents/hints/describe-hint";
import { keepHints } from "~/documents/hints/hints.server";
import { movePage } from "~/documents/pages/page-order.server";
import { receiveFile, storeDocument } from "~/documents/store.server";
import { itemIds } from "./draft.server";
import { storeLateAnswers } from "./store-late-answers.server";

export type ItemFileRefused =
  | Refused<undefined, "invalid" | "busy" | "not-found" | "forbidden" | "closed">
  | UploadLimited;
/** `kept`: the item was already closed, so the file became a message. */
type Attached = { id: string; name: string; kept: boolean; hints: string[] };
type NewFile = {
  item: string;
  file: File;
  attempt: string;
  /** Sent along with a Send, which stores everything late of an item as one message. */
  isSend?: boolean;
};

export const unsentOf = (applicationId: string) =>
  and(eq(documents.applicationId, applicationId), isNull(documents.caseAnswerId), isNull(documents.caseMessageId));

/**
 * Stores a file for an item, to be sent with the next Send. If the item is closed, no Send follows: the file becomes a
 * message at once, together with its unsent files.
 */
export async function attachToItem(
  context: HolderContext,
  applicationId: string,
  { item: itemId, file, attempt, isSend = false }: NewFile,
): Promise<Done<Attached> | ItemFileRefused> {
  if (!(await itemIds(applicationId)).has(itemId)) return refuse("not-found", "Failed to upload file");
  if (!isChosen(file)) return refuse("invalid", "Please choose a file");
  const limited = await refuseUpload(context.address, applicationId);
  if (limited) return limited;
  const limits = (await itemLimitsOf(applicationId)).get(itemId) ?? usualLimits;
  const rules = rulesOf({ extensions: limits.formats });
  return receiveFile(file, { rules, inspect: limits }, (checked) =>
    asHolder(context, applicationId, ({ tx, once }) => {
      const content = [itemId, checked.sha256];
      return once(
        { kind: "case file", key: attempt, content: content },
        async (): Promise<Done<Attached> | ItemFileRefused> => {
          const [item] = await tx
            .select()
            .from(caseRequestItems)
            .where(and(eq(caseRequestItems.id, itemId), eq(caseRequestItems.applicationId, applicationId)));
          if (item?.kind !== "document") return refuse("not-found", "Failed to upload file");
          const { id, name } = await storeDocument(tx, {
            applicationId,
            documentType: item.documentType ?? "supporting_document",
            file: checked,
            uploadedBy: context.holder,
          });
          await tx.update(documents).set({ caseItemId: itemId }).where(eq(documents.id, id));
          if (item.begunAt === null)
            await tx.update(caseRequestItems).set({ begunAt: new Date() }).where(eq(caseRequestItems.id, itemId));
          const isLate = item.state !== "open" && !isSend;
          if (isLate) {
            const waiting = (await unsentFiles(tx, applicationId)).filter(({ caseItemId }) => caseItemId === itemId);
            const late = {
              item: { id: itemId, name: itemName(item) },
              text: "",
              files: waiting.map((waitingFile) => waitingFile.id),
            };
            await storeLateAnswers(tx, applicationId, [late]);
          }
          return { ok: true, id, name, kept: isLate, hints: checked.inspection.hints.map(describeHint) };
        },
      );
    }),
  );
}

/**
 * Does something with a file of an item that was not sent yet. `documentId` is unvalidated. `act` returns false if the
 * file is not one that this can be done with.
 */
async function withUnsentFile(
  context: HolderContext,
  applicationId: string,
  documentId: unknown,
  act: (tx: Transaction, file: { id: string; itemId: string }) => Promise<boolean>,
): Promise<Done | ItemFileRefused> {
  const fileMissing = refuse("not-found", "This file is no longer here, or has already been sent.");
  const id = z.uuid().safeParse(documentId).data;
  if (!id) return fileMissing;
  return asHolder(context, applicationId, async ({ tx }): Promise<Done | ItemFileRefused> => {
    const [file] = await tx
      .select({ itemId: documents.caseItemId })
      .from(documents)
      .where(and(unsentOf(applicationId), eq(documents.id, id)));
    if (!file?.itemId) return fileMissing;
    return (await act(tx, { id, itemId: file.itemId })) ? { ok: true } : fileMissing;
  });
}

export const removeFromItem = (context: HolderContext, applicationId: string, documentId: unknown) =>
  withUnsentFile(context, applicationId, documentId, async (tx, { id, itemId }) => {
    await discardDocument(tx, id);
    if ((await countUnsent(tx, applicationId, itemId)) === 0)
      await tx.update(caseRequestItems).set({ begunAt: null }).where(eq(caseRequestItems.id, itemId));
    return true;
  });

/** `Use it anyway`: ends the hints of an unsent file. */
export const keepHintOfItem = (context: HolderContext, applicationId: string, documentId: unknown) =>
  withUnsentFile(context, applicationId, documentId, async (tx, { id }) => {
    await keepHints(tx, id);
    return true;
  });

/** Moves a page of an item up or down, until it is sent. */
export const moveItemPage = (
  context: HolderContext,
  applicationId: string,
  { documentId, isUp }: { documentId: unknown; isUp: boolean },
) =>
  withUnsentFile(context, applicationId, documentId, (tx, { id, itemId }) =>
    movePage(tx, and(unsentOf(applicationId), eq(documents.caseItemId, itemId)), { id, isUp }),
  );

async function countUnsent(tx: Transaction, applicationId: string, itemId: string): Promise<number> {
  const [row] = await tx
    .select({ files: count() })
    .from(documents)
    .where(and(unsentOf(applicationId), eq(documents.caseItemId, itemId)));
  return row?.files ?? 0;
}

export const unsentFiles = (tx: Transaction, applicationId: string) =>
  tx.select().from(documents).where(unsentOf(applicationId)).orderBy(documents.createdAt, documents.id);
