import { drawVerification, moments } from "~/cases/draw-verification.server";
import { inGroups } from "~/cases/verify-address";
import { ink, type Paper } from "~/pdf/paper.server";
import { drawHeading, drawList, drawRows, drawRule, drawSmallHeading } from "~/pdf/pieces.server";
import type { CaseReceipt } from "./read-receipt.server";

/** Draws who signed what, when and under which certifications, and how to verify it. */
export function drawCertificate(paper: Paper, receipt: CaseReceipt, base: string): void {
  const { number, signature, signedAt, sha256, certifications, amendments } = receipt;
  if (paper.y > 380) paper.nextPage();
  drawHeading(paper, "Certificate of signature");
  drawRule(paper, ink.gold);
  drawRows(paper, [
    ["Application number", number],
    ["Name signed", signature],
    ["Signed", moments(signedAt)],
    ["SHA-256 of the record", inGroups(sha256), "mono"],
  ]);
  drawSmallHeading(paper, "The wording agreed to");
  drawList(paper, certifications);
  for (const [index, amendment] of amendments.entries()) {
    drawSmallHeading(paper, `Amendment ${index + 1}: ${amendment.label}`);
    drawRule(paper);
    drawRows(paper, [
      ["Step", amendment.stepTitle],
      ["Name signed", amendment.signature],
      ["Signed", moments(new Date(amendment.signedAt))],
      ["Wording agreed to", amendment.certifications.join("\n")],
      ["SHA-256 of the amendment", inGroups(amendment.sha256), "mono"],
    ]);
  }
  drawVerification(paper, { what: "record", base, number, sha256 });
}
