import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { asHolder, type HolderContext, type HolderWork } from "~/applications/access/as-holder.server";
import type { Asked } from "~/applications/steps/contradictions/asked";
import type { Sealer } from "~/applications/stored-answers/sealed-answers.server";
import { readVisa } from "~/applications/stored-answers/visa.server";
import { sealText } from "~/cases/request-items/sealed-texts.server";
import { confirmedWith, newContradictions } from "~/cases/requests/amendments/signing/new-contradictions.server";
import {
  recordNow,
  type Signature,
  signatureProblems,
  writeAmendments,
} from "~/cases/requests/amendments/signing/sign-corrections.server";
import { addressed } from "~/cases/requests/item-verb.server";
import { reviewOnceComplete } from "~/cases/requests/request-status.server";
import { itemName, nothingComplete } from "~/cases/requests/request-words";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { idempotencyHash } from "~/core/idempotency-hash.server";
import { readStoredResult, storeResult } from "~/core/verbs/do-once.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { requireDataKey } from "~/encryption/data-keys.server";
import type { Problem } from "~/form-engine/definition";
import { enqueueMail } from "~/mail/outbox.server";
import {
  type AnswerProblem,
  cleanFiles,
  type DraftedItem,
  isComplete,
  problemsOf,
  readDraftedItems,
} from "./drafted-items.server";
import { findLateAnswers } from "./late-answers.server";
import { notYetStored, storeLateAnswers } from "./store-late-answers.server";

/** `left`: items still open; `kept`: number of answers that were too late and became messages. */
export type Sent = { sent: number; of: number; kept: number; left: string[] };
/** Problems of corrections and their signature, and contradictions. */
export type MissingParts = { problems: AnswerProblem[]; signature: Problem[]; asked: Asked[] };
type SendRefused = Refused<undefined, "forbidden"> | Refused<MissingParts, "invalid">;

type SendInput = {
  attempt: string;
  shown: readonly string[];
  /** Texts that could not be saved as drafts, because their item was closed. */
  late: readonly { item: string; text: string }[];
  /** Items with refused input: not sent until the applicant has seen why. */
  refusedItems: readonly string[];
  signature: Signature;
};

/**
 * Sends every complete item and leaves the others open with their drafts: answers, files, amendments, status, mails and
 * activity in one transaction. A repeated key sends nothing twice and counts what it sent before, but sends changes
 * made since: the first response may have been lost.
 */
export async function sendAnswers(
  context: HolderContext,
  applicationId: string,
  { attempt, shown, late, refusedItems: held, signature }: SendInput,
): Promise<Done<Sent & MissingParts> | SendRefused> {
  const kind = "case send";
  // What a repeated key already sent is found below, item by item.
  const key = idempotencyHash(kind, { owner: context.holder, key: z.uuid().parse(attempt) }, applicationId);
  return asHolder(context, applicationId, async (work): Promise<Done<Sent & MissingParts> | SendRefused> => {
    const { tx, once } = work;
    const stored = await readStoredResult(tx, key);
    const before = stored?.applicationId === applicationId ? stored : undefined;
    const sealer = { applicationId, key: await requireDataKey({ applicationId }, tx) };
    const all = await readDraftedItems(tx, sealer);
    const open = all.draftedItems.filter(({ item }) => item.state === "open");
    const ready = open.filter((drafted) => !held.includes(drafted.item.id) && isComplete(drafted));
    const corrections = ready.flatMap(({ drafted }) => drafted ?? []);
    const signing = { answers: all.answers, visa: corrections.length > 0 ? await readVisa(applicationId, tx) : null };
    const unsigned = corrections.length > 0 ? signatureProblems(signature, all.answers, corrections) : [];
    const contradictions = unsigned.length > 0 ? [] : newContradictions(signing, corrections, signature);
    const complete = unsigned.length + contradictions.length > 0 ? ready.filter(({ drafted }) => !drafted) : ready;
    const tooLate = await notYetStored(once, attempt, await findLateAnswers(tx, sealer, all, { shown, late }));
    const problems = open.flatMap(problemsOf);
    if (complete.length === 0 && tooLate.length === 0 && !before)
      return refuse("invalid", corrections.length > 0 ? "" : nothingComplete, {
        problems,
        signature: unsigned,
        asked: contradictions,
      });
    await storeLateAnswers(tx, applicationId, tooLate);
    const signedWith = { signature: signature.name, confirmed: confirmedWith(signing, corrections, signature) };
    if (complete.length > 0) await send(work, sealer, complete, signedWith);
    const left = open.filter((drafted) => !complete.includes(drafted)).map(({ item }) => itemName(item));
    const [sent, lateBefore] = [Number(before?.sent ?? 0), Number(before?.kept ?? 0)];
    const counts = { sent: sent + complete.length, of: sent + open.length, kept: lateBefore + tooLate.length };
    if (complete.length > 0) await notifyApplicant(work, { arrived: complete.map(({ item }) => itemName(item)), left });
    const result = { applicationId, sent: String(counts.sent), kept: String(counts.kept) };
    await storeResult(tx, key, kind, result);
    await updateTurn(tx, applicationId);
    // A correction with problems stays open, with its messages.
    const standing = problems.filter(({ name }) => name !== undefined);
    return { ok: true, ...counts, left, problems: standing, signature: unsigned, asked: contradictions };
  });
}

type SignedWith = { signature: string; confirmed: readonly string[] };

async function send(
  { tx, application, record }: HolderWork,
  sealer: Sealer,
  complete: readonly DraftedItem[],
  signedWith: SignedWith,
) {
  const now = new Date();
  const signed = complete.some(({ drafted }) => drafted) ? await recordNow(tx, application.id) : undefined;
  for (const drafted of complete) {
    const { item, text, drafted: begun } = drafted;
    const id = crypto.randomUUID();
    const storedText = begun ? JSON.stringify(begun.changes) : item.kind === "question" ? text : null;
    const answer = storedText === null ? null : sealText(sealer, "case_item_answers.answer", id, storedText);
    await tx.insert(caseItemAnswers).values({ id, itemId: item.id, applicationId: application.id, answer });
    if (begun && signed)
      await writeAmendments(tx, sealer, signed, { ...begun, ...signedWith, itemId: item.id, answerId: id });
    const files = cleanFiles(drafted).map((file) => file.id);
    if (files.length > 0) await tx.update(documents).set({ caseAnswerId: id }).where(inArray(documents.id, files));
    for (const file of drafted.files) if (!files.includes(file.id)) await discardDocument(tx, file.id);
    await tx
      .update(caseRequestItems)
      .set({ state: "sent", stateAt: now, draft: null, begunAt: null })
      .where(eq(caseRequestItems.id, item.id));
  }
  await reviewOnceComplete(tx, application);
  await record({ actionType: "request_items_sent", details: { items: complete.length } });
}

async function notifyApplicant(
  { tx, application }: HolderWork,
  { arrived, left }: { arrived: string[]; left: string[] },
) {
  const { to, toName, applicationId, data } = await addressed(tx, application);
  const named = { arrived: arrived.join("\n"), open: left.join("\n") };
  await enqueueMail(
    tx,
    { kind: "request_received", to, toName, applicationId, data: { ...data, ...named } },
    { byOthers: !application.emailConfirmedAt },
  );
  await enqueueMail(tx, {
    kind: "request_answered",
    applicationId,
    data: { applicantName: data.name, applicationNumber: data.applicationNumber, applicationId, ...named },
  });
}
