import type { signedRecord } from "~/applications/stored-answers/signed-record.server";
import type { Amendment } from "~/cases/requests/amendments/read-amendments.server";
import { unreadableAnswer } from "~/core/unreadable";
import type { SignedAnswer, SignedEntry } from "~/db/schema/applications";

// The canonical form of a signed record, whose SHA-256 is printed on certificates. Names and order are written out
// here, so that neither storage, encryption nor JSON's order of names can change it. Certificates were handed out:
// never change this. Another form needs a name of its own.

/** An answer of the record can't be read now, so what was signed is unknown. */
export class UnreadableRecord extends Error {}

type SignedRecord = NonNullable<Awaited<ReturnType<typeof signedRecord>>>;

/** The canonical form of a signed record: JSON without spaces. */
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

/** The canonical form of one amendment, accepted or not: it was signed. */
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

const entryOf = (entry: SignedEntry | null | undefined) =>
  entry ? { entry: { title: entry.title, questions: entry.parts.map(({ label }) => label) } } : {};

function readable(answer: SignedAnswer["answer"]): SignedAnswer["answer"] {
  if (answer === unreadableAnswer) throw new UnreadableRecord("An answer of a signed record can’t be read");
  return answer;
}
