import { drawVerification, moments } from "~/cases/draw-verification.server";
import { inGroups } from "~/cases/verify-address";
import { calendarLongDate, nassauDay } from "~/core/time";
import type { AgreementBlock } from "~/db/schema/agreement-templates";
import { linkBase } from "~/mail/links/private-links.server";
import { pdfColors } from "~/pdf/ink";
import type { Paper } from "~/pdf/paper.server";
import type { FactRow } from "~/pdf/pieces.server";
import type { CurrentAgreement, SignedAgreement } from "./reading/read-agreement.server";
import { stateWords, versionWords } from "./words";

type Facts = { number: string } & (
  | { signed: Omit<SignedAgreement, "address" | "browser"> }
  | { unsigned: Pick<CurrentAgreement, "title" | "blocks" | "version" | "publishedAt"> }
);

/** Renders an agreement, with a certificate once it is signed; the same facts give the same bytes. */
export async function agreementPdf(facts: Facts): Promise<Buffer> {
  // Imported on demand: no other request needs the PDF code.
  const [{ Paper, breadth, left }, { Faces }, pieces] = await Promise.all([
    import("~/pdf/paper.server"),
    import("~/pdf/faces.server"),
    import("~/pdf/pieces.server"),
  ]);
  const signed = "signed" in facts ? facts.signed : null;
  const { title, blocks, version, publishedAt } = "signed" in facts ? facts.signed : facts.unsigned;
  const texts = [
    title,
    ...blocks.flatMap(textsIn),
    signed?.signature ?? "",
    signed?.countersigned?.signature ?? "",
    signed?.ended?.reason ?? "",
  ];
  const subject = `Application ${facts.number}`;
  const paper = new Paper(title, subject, signed ? lastChange(signed) : new Date(publishedAt), await Faces.for(texts));
  paper.open(
    signed ? "Signed agreement" : "Not signed",
    title,
    `${subject} · ${versionWords({ version, publishedAt })}`,
  );
  const paragraph = (text: string, colour: string = pdfColors.text, face: "text" | "strong" = "text") =>
    paper.flow(
      [{ type: "P", text, style: { face, size: 10.5, colour, gap: 2.5 }, x: left, width: breadth }],
      paper.root,
      4,
    );
  const note = signed ? endWords(signed) : "Not signed. This is a copy to read.";
  if (note) paragraph(note, pdfColors.sea, "strong");
  paper.y += 6;
  for (const block of blocks) {
    if ("heading" in block) {
      paper.y += 8;
      pieces.drawHeading(paper, block.heading);
    } else for (const text of block.paragraphs) paragraph(text);
  }
  if (signed) {
    paper.nextPage();
    drawCertificate(paper, pieces, facts.number, signed);
  }
  return paper.end(`${signed ? (note ?? "Signed agreement") : "Not signed"} · ${subject}`);
}

const textsIn = (block: AgreementBlock): readonly string[] => ("heading" in block ? [block.heading] : block.paragraphs);

const endWords = (signed: Pick<SignedAgreement, "signedAt" | "countersigned" | "withdrawn" | "ended">) =>
  signed.withdrawn || signed.ended ? stateWords(signed) : null;

function lastChange({
  signedAt,
  countersigned,
  withdrawn,
  ended,
}: Pick<SignedAgreement, "signedAt" | "countersigned" | "withdrawn" | "ended">): Date {
  const times = [countersigned?.at, withdrawn?.at, ended?.at].map((at) => at?.getTime() ?? 0);
  return new Date(Math.max(signedAt.getTime(), ...times));
}

type Signed = Extract<Facts, { signed: unknown }>["signed"];

function drawCertificate(
  paper: Paper,
  { drawHeading, drawRule, drawRows, drawSmallHeading, drawList }: typeof import("~/pdf/pieces.server"),
  number: string,
  { signature, signedAt, sha256, agreedTo, countersigned, withdrawn, ended }: Signed,
): void {
  drawHeading(paper, "Certificate of signature");
  drawRule(paper, pdfColors.gold);
  drawRows(paper, [
    ["Application number", number],
    ["Name signed", signature],
    ["Signed", moments(signedAt)],
    ["SHA-256 of the agreement", inGroups(sha256), "mono"],
    ...(countersigned ? [] : [["Countersignature", "Not countersigned yet"] satisfies FactRow]),
    ...(withdrawn ? [["Withdrawn", moments(withdrawn.at)] satisfies FactRow] : []),
  ]);
  drawSmallHeading(paper, "The wording agreed to");
  drawList(paper, [agreedTo]);
  if (countersigned) {
    drawSmallHeading(paper, "Countersignature");
    drawRule(paper);
    drawRows(paper, [
      ["Name signed", countersigned.signature],
      ["Signed", moments(countersigned.at)],
      ["SHA-256 of the countersignature", inGroups(countersigned.sha256), "mono"],
    ]);
  }
  if (ended) {
    drawSmallHeading(paper, "End of the agreement");
    drawRule(paper);
    drawRows(paper, [
      ["Ended on", calendarLongDate(ended.on)],
      ["Reason", ended.reason],
      ["Recorded", moments(ended.at)],
    ]);
  }
  drawVerification(paper, { what: "agreement", base: linkBase(), number, sha256 });
}

/** The file's name: an earlier one of the case has its day. */
export const agreementName = (number: string, signed?: Pick<SignedAgreement, "signedAt">): string =>
  `Lucaya-${number}-agreement${signed ? `-${nassauDay(signed.signedAt)}` : ""}.pdf`;
