import type { ShownAnswer } from "~/applications/steps/review";
import type { CaseReceipt } from "../read-receipt.server";

type Amended = CaseReceipt["amendments"][number];

export const answered = (label: string, answer: ShownAnswer["answer"]): ShownAnswer => ({ name: label, label, answer });

export const amended = (change: Partial<Amended>): Amended => ({
  ...{ id: "1", itemId: "", answerId: "", stepCode: "applicant_info", stepTitle: "Applicant Information" },
  ...{ question: "Last name", label: "Last name", entry: null, isSensitive: false, wasAsked: true, isAsked: true },
  ...{
    before: "Ruiz",
    after: "Ruiz Vega",
    certifications: ["I certify that this is true."],
    signature: "Ana Ruiz Vega",
    signedAt: "2026-11-24T03:30:00.000Z",
  },
  ...{ outcome: "accepted", reason: null, decidedAt: "2026-11-25T10:00:00.000Z", sha256: "cd".repeat(32) },
  ...change,
});

/** The receipt of a small case, with these answers in its first step. */
export const receiptOf = (answers: ShownAnswer[], change: Partial<CaseReceipt> = {}): CaseReceipt => ({
  number: "BV26-K7QM-4TXP",
  serviceName: "US B1/B2 Visitor Visa",
  steps: [{ number: 1, code: "applicant_info", title: "Applicant Information", answers }],
  confirmed: [],
  certifications: ["I certify that this is true.", "I understand what follows."],
  signature: "Ana Ruiz",
  signedAt: new Date("2026-11-21T17:05:09Z"),
  sha256: "ab".repeat(32),
  amendments: [],
  documents: [],
  later: { sent: [], ofDecision: [] },
  ...change,
});
