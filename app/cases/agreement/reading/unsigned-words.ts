/**
 * Why work waits for the agreement. `unsigned` is the applicant's to do, the others are the office's: nobody can sign
 * while its template is offline or the case lacks a fact that it names, or it has to ask for a new signature.
 */
export type UnsignedAgreement = "unsigned" | "unsignable" | "withdrawn" | "ended";

/** Before a case is filed. */
export const unsignedSentences: Record<UnsignedAgreement, string> = {
  unsigned: "The agreement is not signed.",
  unsignable: "The agreement is not signed.",
  withdrawn: "The agreement is not signed.",
  ended: "The agreement has ended.",
};

/** At the top of a case at the desk. */
export const doNotBegin: Record<UnsignedAgreement, string> = {
  unsigned: "Do not begin: the agreement is not signed.",
  unsignable: "Do not begin: the agreement is not signed.",
  withdrawn: "Do not begin: the agreement is not signed.",
  ended: "Do not begin: the agreement has ended.",
};
