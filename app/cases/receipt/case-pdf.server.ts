import { inGroups } from "~/cases/verify-address";
import { nassauLongDate, nassauRecordMoment, utcMoment } from "~/core/time";
import { linkBase } from "~/mail/links/private-links.server";
import type { FactRow } from "~/pdf/pieces.server";
import type { CaseReceipt, ReceiptFile } from "./read-receipt.server";

const reviewStep = "review_certification";

/** Renders the case; the same facts give the same bytes. */
export async function casePdf(receipt: CaseReceipt): Promise<Buffer> {
  // Imported on demand: no other request needs the PDF code.
  const [{ Paper }, { Faces }, { drawFacts, drawHeading, drawList }, { drawStep }, { drawCertificate }] =
    await Promise.all([
      import("~/pdf/paper.server"),
      import("~/pdf/faces.server"),
      import("~/pdf/pieces.server"),
      import("./draw-answers.server"),
      import("./draw-certificate.server"),
    ]);
  const { number, serviceName, steps, amendments, signedAt, documents, later, confirmed } = receipt;
  const title = `Application ${number}`;
  const made = new Date(Math.max(signedAt.getTime(), ...amendments.map((amendment) => Date.parse(amendment.signedAt))));
  const paper = new Paper(title, serviceName, made, await Faces.for(textsIn(receipt)));
  paper.open("Receipt of a signed application", title, serviceName);
  drawFacts(paper, "At a glance", glance(receipt));
  // The certificate shows certification and signature.
  for (const step of steps.filter(({ code }) => code !== reviewStep)) {
    const ofStep = amendments.filter(({ stepCode }) => stepCode === step.code);
    drawStep(paper, step, ofStep);
  }
  if (confirmed.length > 0) {
    drawHeading(paper, "Confirmed before signing");
    drawList(paper, confirmed);
  }
  if (documents.length > 0) drawFacts(paper, "Documents signed with the application", documents.map(fileRow));
  if (later.sent.length > 0) drawFacts(paper, "Documents sent later", later.sent.map(fileRow));
  if (later.ofDecision.length > 0) drawFacts(paper, "Decision documents", later.ofDecision.map(fileRow));
  drawCertificate(paper, receipt, linkBase());
  return paper.end(`Lucaya Visa & Immigration · ${title}`);
}

function glance({ number, serviceName, signature, signedAt, amendments, documents, sha256 }: CaseReceipt): FactRow[] {
  return [
    ["Application number", number],
    ["Service", serviceName],
    ["Signed by", signature],
    ["Signed", `${utcMoment(signedAt)}\n${nassauRecordMoment(signedAt)}`],
    ["Documents signed", String(documents.length)],
    ["Accepted corrections", amendments.length === 0 ? "None" : correctionWords(amendments)],
    ["SHA-256 of the record", inGroups(sha256), "mono"],
  ];
}

const correctionWords = (amendments: CaseReceipt["amendments"]): string =>
  amendments.map(({ label, signedAt }) => `${label} (${nassauLongDate(signedAt)})`).join("\n");

const fileRow = ({ name, byteSize, sha256, sentAt }: ReceiptFile): FactRow => [
  `${name}\n${byteSize.toLocaleString("en-US")} bytes${sentAt ? `\nSent ${nassauLongDate(sentAt)}` : ""}`,
  inGroups(sha256),
  "mono",
];

/** All texts of the receipt: their characters decide which fonts are loaded. */
const textsIn = (receipt: CaseReceipt): string[] => {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  collect(receipt);
  return texts;
};
