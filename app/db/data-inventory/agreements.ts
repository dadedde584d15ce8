import { agreementTemplates } from "../schema/agreement-templates";
import { agreementEvents, agreementOffers, agreementSignatures } from "../schema/agreements";
import { table } from "./entry";

const ofCase = { of: ["applicant"], why: "application", keeps: ["application"] } as const;
const proof = { ...ofCase, why: "proof" } as const;
const byStaff = (is: string) => ({ is, of: ["staff"] }) as const;

export const agreementRegister = [
  table(
    agreementTemplates,
    { of: ["nobody"], why: "site", keeps: ["content"] },
    {
      id: "Key of the template",
      name: "What staff call it",
      title: "Its title",
      blocks: "Its text, which names facts of a case",
      version: "Which version of its content is published",
      publishedAt: "When it was last published",
      isOffline: "Whether it is offered no longer",
    },
  ),
  table(agreementOffers, ofCase, {
    id: "Key of the offer",
    applicationId: "The application",
    templateId: "The template",
    version: "Its version",
    textSha256: "SHA-256 of the text with the facts of the case",
    workBeginsSigned: "Whether we begin our work once it is signed",
    because: "Why it is offered again",
    offeredBy: byStaff("Email of the admin who offered it; none where the program did"),
    offeredAt: "When it was offered",
    replacedAt: "When another offer took its place",
  }),
  table(agreementSignatures, proof, {
    id: "Key of the signature",
    offerId: "The offer that was signed",
    applicationId: "The application",
    text: { is: "The agreement as it was read, with the facts of the case", of: ["applicant", "named"] },
    facts: "These facts",
    agreedTo: "The sentence that was ticked",
    signature: "The name that was signed with",
    address: "IP address that it came from",
    browser: "Kind of browser that it came from",
    sha256: "SHA-256 of its canonical form",
    signedAt: "When it was signed",
  }),
  table(agreementEvents, proof, {
    id: "Key of what became of a signature",
    signatureId: "The signature",
    applicationId: "The application",
    kind: "Whether it was countersigned, withdrawn or ended",
    adminEmail: byStaff("Email of the admin who did it; none for the applicant"),
    signature: byStaff("Name of the admin who countersigned"),
    sha256: "SHA-256 of the countersignature's canonical form",
    endedOn: "On which day the agreement ended",
    reason: "Why, in staff's words",
    at: "When it was recorded",
  }),
].flat();
