import { nassauRecordMoment, utcMoment } from "~/core/time";
import { ink, left, type Paper } from "~/pdf/paper.server";
import { drawHeading, drawParagraph } from "~/pdf/pieces.server";
import { verificationUrl } from "./verify-address";

/** A time of a certificate, in UTC and in Nassau. */
export const moments = (instant: Date): string => `${utcMoment(instant)}\n${nassauRecordMoment(instant)}`;

/** Draws how to verify a certificate, with a link that fills in the form of `/verify`. */
export function drawVerification(
  paper: Paper,
  { what, base, number, sha256 }: { what: "record" | "agreement"; base: string; number: string; sha256: string },
): void {
  paper.room(130);
  drawHeading(paper, `Verify this ${what}`);
  drawParagraph(paper, explained);
  const style = { face: "strong", size: 10.5, colour: ink.sea } as const;
  paper.link(`${base}/verify`, `${base}${verificationUrl(number, sha256)}`, style, left);
}

const explained =
  "Anyone shown this document can check with us whether it is genuine, using the application number and a SHA-256 from this certificate. We answer only Yes or No and disclose nothing else about the application.";
