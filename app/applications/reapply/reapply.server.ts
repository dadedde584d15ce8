import { eq } from "drizzle-orm";
import { z } from "zod";
import type { HolderContext } from "~/applications/access/as-holder.server";
import { isHolder } from "~/applications/access/holder.server";
import { readRenewal } from "~/applications/access/renewals.server";
import { fillDraft } from "~/applications/start/fill-draft.server";
import { quoteAgain } from "~/applications/start/quote-again.server";
import { quoteService } from "~/applications/start/service-quote.server";
import { beginDraft, type NotCopied, type StartContext } from "~/applications/start/start.server";
import { contactInfo } from "~/applications/steps/contact-info";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { configuredSteps } from "~/applications/steps/service-steps.server";
import { tripDetails } from "~/applications/steps/trip-details";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { percentAt } from "~/core/percent-at";
import { consumeLimit, identityLimitKey } from "~/core/rate-limits/limits.server";
import { unreadableAnswer } from "~/core/unreadable";
import { refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { type Metadata, visaApplications } from "~/db/schema/applications";
import { withStorageSlot } from "~/documents/store.server";
import { confirmedKey } from "~/form-engine/confirmed-part";
import { type Answers, fieldsOf } from "~/form-engine/definition";
import { FileCopies } from "./file-copies.server";
import { planRenewal } from "./renewal.server";

type Source = typeof visaApplications.$inferSelect;

/**
 * `denied`: with all answers of a denied case; `renewal`: with those of an approved one that still hold; `family`: for
 * somebody else, with address and trip.
 */
export type Kind = "denied" | "renewal" | "family";

const copiedStatus = { denied: "denied", renewal: "approved" } as const;

type ReapplyInput = {
  kind: Kind;
  /** Idempotency key: a second request gets the same draft. */
  attempt: string;
  isShared: boolean;
};

export const canReapply = ({ status, userEmail }: Pick<Source, "status" | "userEmail">, kind: Kind): boolean =>
  userEmail !== "" && (kind === "family" || status === copiedStatus[kind]);

/**
 * Starts a draft with answers of an application that this browser can open, for the same service and email, at today's
 * price. `closed` if the service is no longer available, `forbidden` if the browser lost access or the case has another
 * status, `conflict` if a renewal of the case exists. Throws a StorageError if files can't be copied; nothing is
 * started then. Limits as for every start.
 */
export async function reapply(
  context: HolderContext & StartContext,
  source: Source,
  { kind, attempt, isShared }: ReapplyInput,
) {
  const quote = kind === "family" ? await quoteService(source.visaServiceId, null) : await quoteAgain(source);
  // Of a service that is no longer offered a tier is refused too.
  if (source.visaServiceId && !("service" in quote && quote.service)) return refuse("closed");
  const { userEmail: email, keptEmails, emailHandled } = source;
  const files = new FileCopies(source.id, crypto.randomUUID());
  const copied = {
    check: (tx: Transaction) => checkSource(tx, context.holder, source.id, kind),
    take: (tx: Transaction) => (kind === "family" ? undefined : consumeCopyLimit(tx, source.id)),
    fill: (tx: Transaction, id: string) => fill[kind](tx, source, id, files),
  };
  const begun = { email, keptEmails, emailHandled: kind === "family" ? null : emailHandled };
  const form = { attempt: z.uuid().parse(attempt), sent: [kind, source.id], isShared };
  return withStorageSlot(() =>
    files.during(() => beginDraft(context, { ...form, id: files.to, contact: begun, offer: quote, copied })),
  );
}

/** Each copies all files of a case, up to 300 MB. */
const copyLimit = { max: 3, seconds: 24 * 3600 };
const copyLimitMessage =
  "You’ve started three applications with these answers today. Please continue one of them, or try again tomorrow.";

/** Counted in the transaction, so neither a repeat nor a failed copy counts. */
async function consumeCopyLimit(tx: Transaction, id: string) {
  const limit = await consumeLimit(identityLimitKey("again", id), copyLimit, tx);
  return limit.allowed ? undefined : refuse("limited", copyLimitMessage, { ...limit, of: "application" as const });
}

async function checkSource(tx: Transaction, holder: string, id: string, kind: Kind): Promise<NotCopied | undefined> {
  // Two browsers that renew at once wait for each other here, so that the second one sees the first one's draft.
  const lock = kind === "renewal" ? "no key update" : "share";
  const [now] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for(lock);
  if (!now || !canReapply(now, kind) || !(await isHolder(tx, id, holder))) return refuse("forbidden");
  return kind === "renewal" && (await readRenewal(tx, id)) ? refuse("conflict") : undefined;
}

const unsigned = ["electronicSignature", "signatureDate", "certifyAccuracy", "certifyUnderstanding"];

/** Removes answers that can't be read, also in list entries: they are asked again. */
function readable(answers: Answers): Answers {
  const known = Object.entries(answers).filter(([, value]) => value !== unreadableAnswer);
  return Object.fromEntries(known.map(([name, value]) => [name, Array.isArray(value) ? value.map(entryOf) : value]));
}

const entryOf = (entry: unknown): unknown =>
  typeof entry === "object" && entry !== null ? readable({ ...entry }) : entry;

async function fillWithAll(tx: Transaction, source: Source, id: string, copies: FileCopies): Promise<void> {
  const files = await copies.record(tx);
  const total = (await configuredSteps(source.visaServiceId)).length;
  await fillDraft(tx, id, unsignedAnswers(await storedAnswers(source, tx), files));
  // Every step can be opened, starting with the first, because the applicant has to check each for changes.
  await tx
    .update(visaApplications)
    .set({ furthestStep: total, totalSteps: total, completionPercentage: percentAt(1, total) })
    .where(eq(visaApplications.id, id));
}

/** No later step can be opened: each is passed by `Next Step`, under today's rules. */
async function fillRenewal(tx: Transaction, source: Source, id: string, copies: FileCopies): Promise<void> {
  const { answers, asked, isFileAsked } = await planRenewal(source, tx);
  const files = await copies.record(tx, isFileAsked);
  await fillDraft(tx, id, unsignedAnswers(answers, files));
  await tx.update(visaApplications).set({ renewsId: source.id, askedAnew: asked }).where(eq(visaApplications.id, id));
}

/** Readable answers without signature and confirmations, with the addresses of the copied files. */
function unsignedAnswers(answers: Metadata, files: ReadonlyMap<string, string>): Metadata {
  const copied: Metadata = {};
  for (const step of knownSteps) {
    const stored = answers[metadataKey(step)];
    if (!stored) continue;
    const copy = readable(
      Object.fromEntries(Object.entries(stored).filter(([name]) => !unsigned.includes(name) && name !== confirmedKey)),
    );
    for (const field of fieldsOf(step)) {
      if (field.kind !== "file" || copy[field.name] === undefined) continue;
      const fileUrl = files.get(String(copy[field.name]));
      if (fileUrl) copy[field.name] = fileUrl;
      else for (const name of [field.name, field.filename]) delete copy[name];
    }
    copied[metadataKey(step)] = copy;
  }
  return copied;
}

/** Answers about this person's past, which are not true of a relative. */
const ownPast = ["hasPreviousTravel", "previousTravel", "hasBeenDeniedVisa", "visaDenialDetails"];

/** Copies address, contacts and trip, and nothing else (C-MINE-5). */
async function fillForFamily(tx: Transaction, source: Source, id: string): Promise<void> {
  const answers = await storedAnswers(source, tx);
  const copies = Object.fromEntries(
    [contactInfo, tripDetails].flatMap((step): [string, Answers][] => {
      const stored = Object.entries(answers[metadataKey(step)] ?? {}).filter(
        ([name]) => name !== confirmedKey && !ownPast.includes(name),
      );
      return stored.length > 0 ? [[metadataKey(step), Object.fromEntries(stored)]] : [];
    }),
  );
  await fillDraft(tx, id, { step1: { email: source.userEmail }, ...copies });
}

const fill = { denied: fillWithAll, renewal: fillRenewal, family: fillForFamily };
