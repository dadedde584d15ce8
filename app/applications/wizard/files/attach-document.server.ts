import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asHolderOfDraft, type HolderContext } from "~/applications/access/as-holder.server";
import { queueReading } from "~/applications/passport/reading/read-passport.server";
import { fileAddressesIn, storedStep, writeAnswers } from "~/applications/stored-answers/answers.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { isChosen } from "~/documents/file-rules";
import { describeHint } from "~/documents/hints/describe-hint";
import { receiveFile, storeDocument } from "~/documents/store.server";
import { type FilePlace, findPlace, findQuestion, type Question } from "./places.server";
import { refuseUpload, type UploadLimited } from "./upload-limit.server";

type Application = { id: string; visaServiceId: string | null; furthestStep: number };

/** A step's revision before and after the change: equal if nothing changed. */
type Revised = { before: number; revision: number };
export type Attached = { id: string; url: string; name: string; hints: string[] } & Partial<Revised>;
export type FileRefusal =
  /** `busy`: the file could not be stored now, but a retry may succeed. */
  Refused<undefined, "invalid" | "busy" | "not-found" | "forbidden" | "closed"> | UploadLimited;

const attempt = z.uuid();

/**
 * Stores a file for a draft. For a question it replaces the earlier file; for a requirement it is added. The same file
 * with the same idempotency key gets the stored result.
 */
export async function attachDocument(
  context: HolderContext,
  application: Application,
  place: FilePlace,
  form: FormData,
): Promise<Done<Attached> | FileRefusal> {
  const key = attempt.safeParse(form.get("attempt"));
  const file = form.get("file");
  const target = await findPlace(application, place);
  if (!key.success || !target) return refuse("invalid", "Failed to upload file");
  if (!isChosen(file)) return refuse("invalid", "Please choose a file");
  const limited = await refuseUpload(context.address, application.id);
  if (limited) return limited;

  const { kind, question, rules, inspect, documentType } = target;
  return receiveFile(file, { rules, inspect }, (checked) =>
    asHolderOfDraft(context, application.id, ({ tx, application: current, once }) => {
      // Without JavaScript all inputs of a page share one key, and another file may be chosen after a lost response.
      const attempt = { kind, key: key.data, content: [place, checked.sha256] };
      return once(attempt, async (): Promise<Done<Attached>> => {
        if (question) await discardAnswer(tx, current, question);
        const stored = await storeDocument(tx, {
          applicationId: current.id,
          documentType,
          file: checked,
          uploadedBy: context.holder,
        });
        const { id, url, name, contentType } = stored;
        if (checked.scan !== "waiting")
          await queueReading(tx, { id, applicationId: current.id, documentType, contentType });
        const revised = question && (await answerWithFile(tx, current, question, { url, name }));
        const hints = checked.inspection.hints.map(describeHint);
        return { ok: true, id, url, name, hints, ...revised };
      });
    }),
  );
}

/** Removes the file of a question. Succeeds without a file, too. */
export async function detachDocument(
  context: HolderContext,
  application: Application,
  at: { step: string; field: string },
): Promise<Done<Revised> | FileRefusal> {
  const question = await findQuestion(application, at);
  if (!question) return refuse("not-found", "Failed to remove the file");
  return asHolderOfDraft(context, application.id, async ({ tx, application: current }) => {
    await discardAnswer(tx, current, question);
    return { ok: true, ...(await answerWithFile(tx, current, question, null)) };
  });
}

/** Deleted files and those of other applications are both `not-found`. A question's file is removed in its step. */
export async function removeAddedDocument(
  context: HolderContext,
  applicationId: string,
  documentId: unknown,
): Promise<Done | FileRefusal> {
  const missing = refuse("not-found", "This file is no longer here.");
  const id = z.uuid().safeParse(documentId).data;
  if (!id) return missing;
  return asHolderOfDraft(context, applicationId, async ({ tx, application }) => {
    if (fileAddressesIn(application).has(`/documents/${id}`))
      return refuse("invalid", "This file belongs to an answer. Please remove it in that step.");
    const own = await ownDocument(tx, applicationId, id);
    if (!own) return missing;
    await discardDocument(tx, own);
    return { ok: true };
  });
}

type Current = Parameters<typeof writeAnswers>[1];

async function discardAnswer(tx: Transaction, application: Current, { definition, field }: Question) {
  const url = (await storedStep(application, definition, tx)).answers[field.name];
  const id = z.uuid().safeParse(typeof url === "string" ? url.replace(/^\/documents\//, "") : undefined).data;
  const own = id && (await ownDocument(tx, application.id, id));
  if (own) await discardDocument(tx, own);
}

async function answerWithFile(
  tx: Transaction,
  application: Current,
  { definition, field }: Question,
  file: { url: string; name: string } | null,
): Promise<Revised> {
  const { answers, revision: before } = await storedStep(application, definition, tx);
  if (!file && !(field.name in answers)) return { before, revision: before };
  const { [field.name]: _url, [field.filename]: _name, ...remaining } = answers;
  const now = file ? { ...remaining, [field.name]: file.url, [field.filename]: file.name } : remaining;
  return { before, revision: await writeAnswers(tx, application, definition, now) };
}

/** The document's id if it belongs to this application: others must never be removed. */
async function ownDocument(tx: Transaction, applicationId: string, id: string): Promise<string | undefined> {
  const [document] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.applicationId, applicationId)));
  return document?.id;
}
