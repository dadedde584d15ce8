import { sha256Of } from "~/core/sha256.server";
import type { AgreementBlock } from "~/db/schema/agreement-templates";
import type { agreementPdf } from "../agreement-pdf.server";
import { canonicalAgreement } from "../reading/canonical";
import { agreedTo } from "../words";

type Signed = Extract<Parameters<typeof agreementPdf>[0], { signed: unknown }>["signed"];

export const number = "BV26-K7QM-4TXP";

/** A signed agreement without a database. */
export function signedAgreement(change: Partial<Signed> = {}): Signed {
  const blocks: AgreementBlock[] = [
    { heading: "What we do" },
    { paragraphs: ["We prepare your application.", "You pay $385.00."] },
  ];
  const text = {
    ...{ title: "Engagement agreement", blocks, version: 2, publishedAt: "2026-11-20T15:00:00.000Z", agreedTo },
    ...{ facts: { total: "$385.00", applicant: "Ana Ruiz" }, signature: "Ana Ruiz", ...change },
  };
  const signedAt = change.signedAt ?? new Date("2026-11-30T14:05:06.789Z");
  return {
    ...{ id: "s1", offerId: "o1", applicationId: "a1", templateId: "t1", textSha256: "ab".repeat(32), signedAt },
    sha256: sha256Of(canonicalAgreement(number, { ...text, signedAt: signedAt.toISOString() })),
    ...{ countersigned: null, withdrawn: null, ended: null, ...text },
  };
}

export const countersigned = {
  ...{ signature: "Anika Thompson", sha256: "cd".repeat(32), adminEmail: "anika@lucaya.example" },
  at: new Date("2026-12-01T13:00:00Z"),
};
