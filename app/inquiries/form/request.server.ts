import { createHash } from "node:crypto";
import { z } from "zod";
import { browserOf, rememberBrowser } from "~/core/browser.server";
import { idempotencyHash } from "~/core/idempotency-hash.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { type Done, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { isChosen } from "~/documents/file-rules";
import { discardWaiting, waitingDocuments } from "~/documents/unattached.server";
import {
  emptyInquiry,
  type InquiryFile,
  type InquiryProblem,
  type InquiryValues,
  inFormOrder,
  inquiryFiles,
  inquiryInputs,
  readInquiryForm,
  tooManyFiles,
} from "~/inquiries/inquiry";
import { readForm } from "~/request-bodies/read-form.server";
import { isHoneypotFilled } from "~/ui/forms/honeypot-field";
import { usedPhone } from "~/ui/forms/use-phone";
import { checkInquiry } from "./check.server";
import {
  currentServiceOptions,
  type InquiryResult,
  requireInquiryLimit,
  senderOf,
  sendInquiry,
} from "./send-inquiry.server";
import { storeFile } from "./store-file.server";

/** A form without JavaScript has no idempotency key: equal content within these milliseconds is a repeat. */
const repeatWindow = 15 * 60_000;

const uuid = z.uuid();

/** The result of a POST without JavaScript. */
export type InquiryAnswer = {
  values: InquiryValues;
  files: InquiryFile[];
  /** Without a reference: not sent, a file was removed, or a suggested phone number accepted. */
  result: InquiryResult | Done<{ reference?: undefined }>;
};

/** Handles the script's request: everything but the files, which are uploaded before. */
export async function handleInquiry(request: Request, ip: string): Promise<InquiryResult> {
  await requireInquiryLimit(request, ip);
  const form = await readForm(request);
  const values = readInquiryForm(form);
  const documents = documentsOf(form);
  const holder = browserOf(request);
  const attempts = attemptsOf(form, holder, documents);
  return sendInquiry({ address: ip, holder }, { values, documents, attempts, mechanical: isHoneypotFilled(form) });
}

/**
 * Handles the browser's own POST with files. Stores them before the inquiry, so that an error elsewhere in the form
 * doesn't lose them; `cookie`: the header that binds them to this browser.
 */
export async function handleInquiryPage(request: Request, form: FormData, ip: string) {
  const rawValues = readInquiryForm(form);
  const intent = form.get("intent");
  const phone = usedPhone(intent, "phone");
  const values = phone === undefined ? rawValues : { ...rawValues, phone };
  const named = documentsOf(form);
  const fresh = form.getAll(inquiryInputs.files).filter(isChosen);
  const known = browserOf(request);
  const removal = typeof intent === "string" && intent.startsWith("remove:");
  const removed = removal ? uuid.safeParse(intent.slice(7)).data : undefined;
  const discarded = removed !== undefined && known !== undefined && (await discardWaiting(known, removed));

  const browser = fresh.length > 0 ? rememberBrowser(request) : undefined;
  const holder = browser?.holder ?? known;
  const context = { address: ip, holder };
  // Hash the content before the files get random ids: a second click sends the same files.
  const digests = await Promise.all(fresh.slice(0, inquiryFiles).map(digestOf));
  const attempts = attemptsOf(form, holder, named, digests);
  const waiting = holder && named.length > 0 ? await waitingDocuments(db, holder, named) : [];
  const room = inquiryFiles - waiting.length;
  const problems: InquiryProblem[] = fresh.length > room ? [{ name: "files", message: tooManyFiles }] : [];
  const files: InquiryFile[] = waiting.map((row) => ({
    id: row.id,
    name: row.documentName,
    size: row.byteSize,
    type: row.contentType,
  }));
  for (const file of fresh.slice(0, Math.max(0, room))) {
    const stored = await storeFile({ address: ip, holder: holder ?? "" }, file, crypto.randomUUID());
    if (stored.ok) files.push(stored.file);
    else problems.push({ name: "files", message: stored.message });
  }
  const result = await answer();
  return { answer: { values: shown(values), files, result } satisfies InquiryAnswer, cookie: browser?.cookie };

  async function answer(): Promise<InquiryAnswer["result"]> {
    if (phone !== undefined) return { ok: true };
    if (removal) return discarded ? { ok: true } : refuse("not-found", "This file is no longer here.");
    const documents = problems.length > 0 || waiting.length < named.length ? named : files.map(({ id }) => id);
    if (problems.length === 0)
      return sendInquiry(context, { values, documents, attempts, mechanical: isHoneypotFilled(form) });
    const checked = checkInquiry(values, await currentServiceOptions());
    const all = ["problems" in checked ? checked.problems : [], problems].flat();
    return refuse("invalid", "", { problems: inFormOrder(all) });
  }
}

/** The values to show again, without characters that a page can't show. */
const shown = ({ privacyConsent, ...texts }: InquiryValues): InquiryValues => ({
  ...emptyInquiry,
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, stripInvalidCharacters(text)])),
  privacyConsent,
});

const documentsOf = (form: FormData): string[] => {
  const ids = form.getAll(inquiryInputs.document).map((id) => uuid.safeParse(id).data);
  return [...new Set(ids.filter((id) => id !== undefined))];
};

/**
 * The idempotency hashes under which this attempt may be stored: from the script's key, or from content and time (this
 * window and the one before). Cached pages set no cookie, so a browser may have none to bind the key to; then the key
 * counts only together with the submitted email or phone (V-ATK-18).
 */
function attemptsOf(
  form: FormData,
  holder: string | undefined,
  documents: readonly string[],
  files: string[] = [],
): [string, ...string[]] {
  const values = readInquiryForm(form);
  const own = uuid.safeParse(form.get(inquiryInputs.attempt)).data;
  if (own) {
    const keyOf = (owner: string) => idempotencyHash("inquiry", { owner, key: own }, values, documents, files);
    const anyone = keyOf(senderOf(values));
    // The first request may have been sent before the browser got its cookie with a file.
    return holder ? [keyOf(holder), anyone] : [anyone];
  }
  const window = Math.floor(Date.now() / repeatWindow);
  const key = (position: number) =>
    idempotencyHash("inquiry without script", { owner: String(position), key: "" }, values, documents, files);
  return [key(window), key(window - 1)];
}

async function digestOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return createHash("sha256").update(file.name).update("\0").update(bytes).digest("hex");
}
