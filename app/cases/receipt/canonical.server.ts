import { hash } from "node:crypto";
import type { signedRecord } from "~/applications/submission/signed-record.server";
import type { Amendment } from "~/cases/requests/amendments/read-amendments.server";
import { unreadableAnswer } from "~/core/unreadable";
import type { SignedAnswer, SignedEntry } from "~/db/schema/applications";

// The plain form of what was signed whose SHA-256 stands on certificates (C-RCPT-5). Every name and its place are
// written out here, so that nothing but the words that were signed changes it: not how they are stored or encrypted,
// not the order of names in JSON. Certificates were handed out: what is here never changes. Another form would need a
// name of its own.

/** A record some of whose answers can't be read now: what was signed is not known. */
export class UnreadableRecord extends Error {}

type SignedRecord = NonNullable<Awaited<ReturnType<typeof signedRecord>>>;

/** The canonical plain form of a signed record: JSON without spaces. */
export function canonicalRecord(applicationNumber: string, record: SignedRecord): string {
  return JSON.stringify({
    form: "Lucaya signed record 1",
    number: applicationNumber,
    service: record.serviceName,
    steps: record.steps.map((step) => ({
      number: step.number,
      title: step.title,
      answers: step.answers.map(({ label, answer, entry }) => ({
        question: label,
        answer: readable(answer),
        ...entryOf(entry),
      })),
      confirmed: step.confirmed ?? [],
    })),
    documents: record.documents.map(({ name, type, byteSize, sha256 }) => ({ name, type, bytes: byteSize, sha256 })),
    certifications: record.certifications,
    signature: record.electronicSignature,
    signedAt: record.submittedAt.toISOString(),
  });
}

/** The canonical plain form of one amendment, whatever staff decided on it: it was signed. */
export function canonicalAmendment(applicationNumber: string, amendment: Amendment): string {
  const { stepTitle, label, entry, wasAsked, isAsked, before, after, certifications, signature, signedAt } = amendment;
  return JSON.stringify({
    form: "Lucaya amendment 1",
    number: applicationNumber,
    step: stepTitle,
    question: label,
    ...entryOf(entry),
    wasAsked,
    before: readable(before),
    isAsked,
    after: readable(after),
    certifications,
    signature,
    signedAt,
  });
}

/** In lower case hexadecimal. */
export const sha256Of = (canonical: string): string => hash("sha256", canonical, "hex");

const entryOf = (entry: SignedEntry | null | undefined) =>
  entry ? { entry: { title: entry.title, questions: entry.parts.map(({ label }) => label) } } : {};

function readable(answer: SignedAnswer["answer"]): SignedAnswer["answer"] {
  if (answer === unreadableAnswer) throw new UnreadableRecord("An answer of a signed record can’t be read");
  return answer;
}
