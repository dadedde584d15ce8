import { nassauRecordMoment, utcMoment } from "~/core/time";
import { ink, left, type Paper } from "~/pdf/paper.server";
import { drawHeading, drawList, drawParagraph, drawRows, drawRule, drawSmallHeading } from "~/pdf/pieces.server";
import type { CaseReceipt } from "./read-receipt.server";
import { inGroups, verificationUrl } from "./verify/verify-address";

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
  paper.room(130);
  drawHeading(paper, "Verify this record");
  drawParagraph(paper, explained);
  const style = { face: "strong", size: 10.5, colour: ink.sea } as const;
  paper.link(`${base}/verify`, `${base}${verificationUrl(number, sha256)}`, style, left);
}

const moments = (instant: Date) => `${utcMoment(instant)}\n${nassauRecordMoment(instant)}`;

const explained =
  "Anyone shown this document can check with us whether it is genuine, using the application number and a SHA-256 from this certificate. We answer only Yes or No and disclose nothing else about the application.";
