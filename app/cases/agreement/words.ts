import type { UnsignedAgreement } from "~/cases/agreement/reading/unsigned-words";
import { calendarLongDate, nassauLongDate } from "~/core/time";

/** The sentence of the checkbox, which is stored with a signature. */
export const agreedTo = "I have read this agreement and agree to it.";

/** Why an agreement is to be signed again, for both sides. */
export const againWords = {
  price: "The price has changed since you signed. Please sign again.",
  version: "Our agreement has changed since you signed. Please read and sign the new version.",
} as const;

/** At the desk, after a signature that was withdrawn or has ended. */
export const nothingInForce = "No agreement is in force.";

/** At the desk, while nothing was signed and nothing can be. */
export const nothingToSign = (unsigned: UnsignedAgreement | null): string =>
  unsigned === "unsignable" ? "It was offered, but it can’t be signed at the moment." : "Not offered yet.";

type State = {
  signedAt: Date;
  countersigned: { at: Date } | null;
  withdrawn: { at: Date } | null;
  ended: { on: string } | null;
};

/** What became of a signed agreement, for page, desk and certificate. */
export function stateWords({ signedAt, countersigned, withdrawn, ended }: State): string {
  if (ended) return `Ended on ${calendarLongDate(ended.on)}`;
  if (withdrawn) return `Withdrawn on ${nassauLongDate(withdrawn.at)}`;
  if (countersigned)
    return `Signed on ${nassauLongDate(signedAt)}, countersigned on ${nassauLongDate(countersigned.at)}`;
  return `Signed on ${nassauLongDate(signedAt)}. Not countersigned yet`;
}

/** `Version 2 of November 20, 2026` */
export const versionWords = ({ version, publishedAt }: { version: number; publishedAt: string }): string =>
  `Version ${version} of ${nassauLongDate(publishedAt)}`;
