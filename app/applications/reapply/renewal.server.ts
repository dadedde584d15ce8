import type { FoundApplication } from "~/applications/access/find.server";
import { myRenewals, readRenewal } from "~/applications/access/renewals.server";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { quoteAgain } from "~/applications/start/quote-again.server";
import type { ServiceQuote } from "~/applications/start/service-quote.server";
import { answersIn } from "~/applications/steps/answers-in";
import { leaveOutForRenewal } from "~/applications/steps/asked-again";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { configuredSteps } from "~/applications/steps/service-steps.server";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { askedAtRenewal } from "~/catalogue/requirements.server";
import { tiersOf } from "~/catalogue/tiers.server";
import { interpolateFacts } from "~/content/facts/facts.server";
import { describePrice } from "~/core/prices/price";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import type { AskedAgain, Metadata, visaApplications } from "~/db/schema/applications";
import { fieldsOf } from "~/form-engine/definition";
import { labelOf } from "~/form-engine/relevance";
import { filesOf } from "./file-copies.server";

type Source = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId" | "metadata">;

/** The wizard's files of which a renewal needs new ones, unless the service's required document says otherwise. */
const askedInSteps = new Set(
  knownSteps
    .flatMap(fieldsOf)
    .flatMap((field) => (field.kind === "file" && field.anew === true ? [field.documentType] : [])),
);

type Plan = {
  answers: Metadata;
  asked: AskedAgain;
  isFileAsked: (documentType: string) => boolean;
  /** The names of the files to copy. */
  files: string[];
};

/** What a renewal takes over from a case, and what it asks for again. */
export async function planRenewal(source: Source, from: Queryable): Promise<Plan> {
  const required = await askedAtRenewal(source.visaServiceId, from);
  const isFileAsked = (documentType: string) => required.get(documentType) ?? askedInSteps.has(documentType);
  const stored = await storedAnswers(source, from);
  const today = nassauDay();
  const answers: Metadata = {};
  const asked: Record<string, string[]> = {};
  for (const step of knownSteps) {
    const key = metadataKey(step);
    const own = stored[key];
    if (!own) continue;
    const left = leaveOutForRenewal(step, own, { today, isFileAsked });
    answers[key] = left.answers;
    if (left.asked.length > 0) asked[key] = left.asked;
  }
  const files = await filesOf(from, source.id);
  const leftTypes = new Set(files.map(({ documentType }) => documentType).filter(isFileAsked));
  return {
    answers,
    asked: { answers: asked, documents: [...leftTypes].filter((type) => required.has(type)) },
    isFileAsked,
    files: files.flatMap(({ document, documentType }) => (isFileAsked(documentType) ? [] : [document.documentName])),
  };
}

type Found = Pick<FoundApplication, "application">;

/** The page before a start. `started`: the renewal that exists already; `isOffered`: the service can be applied for. */
export async function readRenewalPage({ application }: Found, cookie: string | null) {
  const { renewedBy } = await myRenewals(application, cookie);
  const live = await readRenewal(db, application.id);
  const started = renewedBy.find(({ id }) => id === live?.id) ?? null;
  const quote = await quoteAgain(application);
  const service = "service" in quote ? quote.service : undefined;
  const isOffered = service !== undefined || application.visaServiceId === null;
  if (started || !isOffered || "reason" in quote) return { started, isOffered, terms: null };
  return { started, isOffered, terms: { ...(await describeCopy(application)), ...(await priceOfQuote(quote)) } };
}

async function priceOfQuote({ service, tierName, ...fees }: ServiceQuote) {
  if (!service) return { price: null, tierName: null };
  const isFrom = tierName === null && (await tiersOf(db, service.id)).length > 0;
  const { feeRecipient, furtherFee } = await interpolateFacts(
    { feeRecipient: service.feeRecipient, furtherFee: service.furtherFee },
    service.slug,
  );
  return { price: describePrice({ ...fees, feeRecipient, furtherFee, isFrom }), tierName };
}

/** What is copied and what is asked for again, in words. */
async function describeCopy(source: Source) {
  const [{ asked, files }, steps, requirements, stored] = await Promise.all([
    planRenewal(source, db),
    configuredSteps(source.visaServiceId),
    requirementsOf(source.visaServiceId),
    storedAnswers(source),
  ]);
  return {
    files,
    questions: steps.flatMap(({ definition, title }) => {
      const names = asked.answers[metadataKey(definition)] ?? [];
      const fields = fieldsOf(definition).filter(
        (field) =>
          names.includes(field.name) && !(field.kind === "file" && asked.documents.includes(field.documentType)),
      );
      const labels = fields.map((field) => labelOf(field, answersIn(stored, definition)));
      return labels.length > 0 ? [{ title, labels }] : [];
    }),
    documents: requirements.filter(({ type }) => asked.documents.includes(type)).map(({ name }) => name),
  };
}
