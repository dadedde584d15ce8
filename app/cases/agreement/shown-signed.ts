import type { SignedAgreement } from "./reading/read-agreement.server";

export type ShownSigned = ReturnType<typeof shownToHolder>;

/** What its holder reads of a signed agreement, without who of the office did what. */
export function shownToHolder({ countersigned, ended, ...signed }: SignedAgreement) {
  const { id, title, blocks, version, publishedAt, signature, signedAt, withdrawn } = signed;
  return {
    ...{ id, title, blocks, version, publishedAt, signature, signedAt, withdrawn },
    countersigned: countersigned && { at: countersigned.at },
    ended: ended && { on: ended.on, reason: ended.reason },
  };
}
