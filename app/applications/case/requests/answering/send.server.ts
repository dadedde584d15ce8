import { eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { asHolder, type HolderContext, type HolderWork } from "~/applications/access/as-holder.server";
import { attemptResult, storeAttemptResult } from "~/applications/attempts.server";
import { addressed } from "~/applications/case/requests/item-verb.server";
import { reviewOnceComplete } from "~/applications/case/requests/request-status.server";
import { atMost, itemLimits, nothingComplete } from "~/applications/case/requests/request-words";
import { openedWords, sealedWords } from "~/applications/case/requests/sealed-texts.server";
import { passTurn } from "~/applications/case/turn/pass-turn.server";
import type { Transaction } from "~/db/client.server";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { requireDataKey } from "~/encryption/data-keys.server";
import { attemptHash } from "~/ground/attempt-hash.server";
import { isLongerThan } from "~/ground/character-count";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";
import { enqueueMail } from "~/mail/outbox.server";
import { unsentFiles } from "./draft-files.server";
import { keepAsMessages, type Late } from "./keep-late.server";

/** What is missing at an item that was begun. */
export type AnswerProblem = { item: string; message: string };
/** `left`: what is still open; `kept`: how many answers came too late and are messages now. */
export type Sent = { sent: number; of: number; kept: number; left: string[] };
type SendRefused = Refused<undefined, "forbidden"> | Refused<{ problems: AnswerProblem[] }, "invalid">;

type Given = {
  attempt: string;
  /** The items that the page showed. */
  shown: readonly string[];
  /** Of what could not be saved as a draft, because the item was closed before. */
  late: readonly { item: string; text: string }[];
  /** Items of which something was refused: they wait until the applicant has seen that. */
  held: readonly string[];
};

type Item = typeof caseRequestItems.$inferSelect;
/** An item with what was begun for it. */
type Begun = { item: Item; text: string; files: (typeof documents.$inferSelect)[] };

/**
 * Sends every complete item and leaves the others open with their drafts (C-ANS-8): answers, files, status, mails and
 * activity in one transaction. The same key gets the stored result.
 */
export async function sendAnswers(
  context: HolderContext,
  applicationId: string,
  { attempt, shown, late, held }: Given,
): Promise<Done<Sent> | SendRefused> {
  const kind = "case send";
  const key = attemptHash(kind, context.holder, z.uuid().parse(attempt));
  return asHolder(context, applicationId, async (work): Promise<Done<Sent> | SendRefused> => {
    const { tx } = work;
    const repeated = await attemptResult(tx, key);
    if (repeated?.applicationId === applicationId)
      return {
        ok: true,
        sent: Number(repeated.sent),
        of: Number(repeated.of),
        kept: Number(repeated.kept),
        left: (repeated.left ?? "").split("\n").filter(Boolean),
      };
    const begun = await begunIn(tx, applicationId);
    const open = begun.filter(({ item }) => item.state === "open");
    const complete = open.filter((one) => !held.includes(one.item.id) && isComplete(one));
    const tooLate = await lateOf(tx, begun, { shown, late });
    const problems = open.flatMap((one) => problemOf(one) ?? []);
    if (complete.length === 0 && tooLate.length === 0) return refuse("invalid", nothingComplete, { problems });
    await keepAsMessages(tx, applicationId, tooLate);
    if (complete.length > 0) await send(work, complete);
    const left = open.filter((one) => !complete.includes(one)).map(({ item }) => item.name);
    const result = { sent: complete.length, of: open.length, kept: tooLate.length, left };
    if (complete.length > 0) await tell(work, { arrived: complete.map(({ item }) => item.name), left });
    await storeAttemptResult(tx, key, kind, {
      applicationId,
      sent: String(result.sent),
      of: String(result.of),
      kept: String(result.kept),
      left: left.join("\n"),
    });
    await passTurn(tx, applicationId);
    return { ok: true, ...result };
  });
}

async function begunIn(tx: Transaction, applicationId: string): Promise<Begun[]> {
  const items = await tx
    .select()
    .from(caseRequestItems)
    .where(eq(caseRequestItems.applicationId, applicationId))
    .orderBy(caseRequestItems.createdAt, caseRequestItems.position);
  const files = await unsentFiles(tx, applicationId);
  const opener = { applicationId, key: await requireDataKey({ applicationId }, tx) };
  return items.map((item) => ({
    item,
    text: openedWords(opener, "case_request_items.draft", item.id, item.draft) ?? "",
    files: files.filter(({ caseItemId }) => caseItemId === item.id),
  }));
}

const clean = ({ files }: Begun) => files.filter(({ scan }) => scan !== "infected");
const isComplete = (one: Begun): boolean =>
  one.item.kind === "question" ? one.text !== "" && !isLongerThan(one.text, itemLimits.answer) : clean(one).length > 0;

/** What is missing at an item that was begun; nothing at one that was not. */
function problemOf(one: Begun): AnswerProblem | undefined {
  const { item, text, files } = one;
  if (isComplete(one) || (text === "" && files.length === 0)) return undefined;
  const message = item.kind === "question" ? atMost(itemLimits.answer, text) : "Please add a clean file.";
  return { item: item.id, message };
}

/** What came for items that were closed before; an answer that was sent already is none. */
async function lateOf(tx: Transaction, begun: readonly Begun[], given: Pick<Given, "shown" | "late">): Promise<Late[]> {
  const closed = begun.filter(({ item }) => item.state !== "open");
  const answers = await tx
    .select({ id: caseItemAnswers.id, itemId: caseItemAnswers.itemId, answer: caseItemAnswers.answer })
    .from(caseItemAnswers)
    .where(
      inArray(caseItemAnswers.itemId, ["00000000-0000-0000-0000-000000000000", ...closed.map(({ item }) => item.id)]),
    );
  const found: Late[] = [];
  for (const { item, text: draft, files } of closed) {
    const text = given.late.find((one) => one.item === item.id)?.text ?? (given.shown.includes(item.id) ? draft : "");
    const unsent = given.shown.includes(item.id) ? files.map(({ id }) => id) : [];
    const opener = {
      applicationId: item.applicationId,
      key: await requireDataKey({ applicationId: item.applicationId }, tx),
    };
    const wasSent = answers.some(
      ({ id, itemId, answer }) =>
        itemId === item.id && openedWords(opener, "case_item_answers.answer", id, answer) === text,
    );
    const words = wasSent ? "" : text;
    if (words !== "" || unsent.length > 0) found.push({ item, text: words, files: unsent });
  }
  return found;
}

async function send({ tx, application, record }: HolderWork, complete: readonly Begun[]): Promise<void> {
  const sealer = { applicationId: application.id, key: await requireDataKey({ applicationId: application.id }, tx) };
  const now = new Date();
  for (const one of complete) {
    const { item, text } = one;
    const id = crypto.randomUUID();
    const answer = item.kind === "question" ? sealedWords(sealer, "case_item_answers.answer", id, text) : null;
    await tx.insert(caseItemAnswers).values({ id, itemId: item.id, applicationId: application.id, answer });
    const files = clean(one).map((file) => file.id);
    if (files.length > 0) await tx.update(documents).set({ caseAnswerId: id }).where(inArray(documents.id, files));
    // What a virus was found in answers nothing.
    for (const file of one.files) if (!files.includes(file.id)) await discardDocument(tx, file.id);
    await tx
      .update(caseRequestItems)
      .set({ state: "sent", stateAt: now, draft: null, begunAt: null })
      .where(eq(caseRequestItems.id, item.id));
  }
  await reviewOnceComplete(tx, application);
  await record({ actionType: "request_items_sent", details: { items: complete.length } });
}

/** A mail to the office and one to the applicant, with the names of what arrived and of what is open (C-ANS-9). */
async function tell({ tx, application }: HolderWork, { arrived, left }: { arrived: string[]; left: string[] }) {
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
