import type { AgreementBlock } from "~/db/schema/agreement-templates";

/** A text that still has this sentence is not published. */
export const lawyerSentence = "Draft: have a lawyer read this before you publish it.";

type Template = { name: string; title: string; blocks: AgreementBlock[] };

const section = (heading: string, ...paragraphs: string[]): AgreementBlock[] => [{ heading }, { paragraphs }];

/** The text that we deliver: a start for the owner's lawyer, offered to nobody. */
export const defaultAgreement: Template = {
  name: "Engagement agreement",
  title: "Engagement agreement",
  blocks: [
    {
      paragraphs: [
        lawyerSentence,
        "This agreement is between {legal name}, {our address} (“{our name}”, “we”, “us”), and {applicant} (“you”). It is dated {day} and concerns your application {case number} for {service}.",
        "We are a private consultancy. We are not part of any government, and we are not attorneys. You may apply to the authorities yourself, without us.",
      ],
    },
    ...section(
      "1. Our services",
      "For {service} we will:\n(a) explain the requirements that we know of and list the documents that you need,\n(b) check your information and documents for gaps and contradictions before anything is filed,\n(c) prepare the application from what you tell us,\n(d) file it, or help you to file it where you have to do so yourself, and\n(e) pass on to you what the authority asks and decides, for as long as this agreement lasts.",
      "Legal advice, translations, medical examinations, appeals, and applications for other people or other services are not part of this agreement.",
    ),
    ...section(
      "2. The decision of the authority",
      "The authority alone decides about your application, and how long that takes. We cannot promise an approval or a date. Any time that we name is an estimate.",
      "Please do not buy tickets or make other commitments that you cannot cancel before you have the decision.",
    ),
    ...section(
      "3. Your part",
      "You will:\n(a) give us true, complete and current information, and genuine documents,\n(b) send us what we ask for by the dates that we name,\n(c) read what we have prepared and tell us about any mistake before it is filed,\n(d) tell us without delay about anything that changes, such as your passport, address, employment, family or travel plans, and\n(e) tell us about earlier refusals, overstays, removals and convictions.",
      "False or missing information can lead to a refusal, a ban or prosecution. You are responsible for what you tell us and for what you sign.",
    ),
    ...section(
      "4. Fees",
      "Our fee is {our fee}. The government fee is {government fee} and goes to {fee recipient}. The total is {total}. Amounts are in United States dollars.",
      "Our fee contains any value added tax that is due on it. Costs of others, such as translators, couriers, doctors, notaries, banks or visa centers, are not included, and we do not cause them without asking you first.",
      "Authorities may change their fees at any time. If a fee changes before we file, we will tell you and offer you this agreement again with the new amount. You are then free to end it.",
    ),
    ...section(
      "5. Payment",
      "Your application page shows what is due, by when, and how to pay. We may wait with our work, and with filing, until you have signed this agreement and we have received what is due. We give you a receipt for every payment.",
    ),
    ...section(
      "6. Refunds",
      "{refund terms}",
      "A fee that we have already passed on to an authority or to another recipient can only be refunded by that recipient.",
    ),
    ...section(
      "7. Your documents and personal data",
      "We use your information and documents to carry out this agreement and to meet our legal duties. We pass them on only to the authorities and services that your application needs, or where the law requires it. Our privacy policy says more, including how long we keep them and what your rights are under the data protection law of The Bahamas.",
      "If you give us information about other people, such as family members, you confirm that you may do so. We return original documents to you when they are no longer needed.",
    ),
    ...section(
      "8. How we communicate",
      "We write to you on your application page and by email. Please read our messages promptly, because authorities set short deadlines. You reach us at {our email} and {our phone}.",
      "Please keep the private link to your application to yourself. Whoever opens it can act for you.",
    ),
    ...section(
      "9. Ending this agreement",
      "You may withdraw your signature on your application page until we have countersigned. After that, you may end this agreement at any time by writing to us. We may end it if you do not give us what we need, do not pay what is due, or give us false information or documents. We will tell you first and give you reasonable time to put it right, unless that is impossible.",
      "When this agreement ends, you pay for the work that we have done until then. Clause 6 says what we refund. We give you your documents, and what we have prepared and you have paid for.",
      "Otherwise this agreement ends when the authority has decided and we have told you the decision.",
    ),
    ...section(
      "10. Our responsibility",
      "We work with reasonable skill and care. We are not responsible for decisions, delays or mistakes of an authority or of others whom we do not control, or for what follows from information or documents that were false, incomplete or late.",
      "If we are liable to you, we pay for the direct loss, up to the amount of our fee. Nothing in this agreement limits liability that the law does not allow to be limited, such as liability for fraud or for death or injury caused by negligence.",
    ),
    ...section(
      "11. Complaints",
      "If you are not satisfied, please write to {our email}, so that we can try to put it right. This does not take away your right to go to court.",
    ),
    ...section(
      "12. General terms",
      "This agreement, with the facts that it names, is the whole agreement between you and us about your application. A change of our fee, of the service or of this text needs a new signature. If one of its terms is invalid, the others still apply.",
      "The law of the Commonwealth of The Bahamas applies. The courts of The Bahamas decide disputes.",
    ),
    ...section(
      "13. Signatures",
      "You sign by ticking that you agree and typing your full name on your application page. We sign by countersigning there. Both of us accept these electronic signatures as binding. You can download the signed agreement at any time while we keep your application.",
    ),
  ],
};
