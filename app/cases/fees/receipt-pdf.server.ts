import { type ReceiptFacts, receiptLabel } from "./receipt.server";

/** Renders the receipt; the same facts give the same bytes. */
export async function receiptPdf(receipt: ReceiptFacts): Promise<Buffer> {
  // Imported on demand: no other request needs the PDF code.
  const [{ Paper }, { drawAmount, drawFacts, drawParagraph }] = await Promise.all([
    import("~/pdf/paper.server"),
    import("~/pdf/pieces.server"),
  ]);
  const { number, applicationNumber, kind, sender } = receipt;
  const title = `Receipt ${number}`;
  const paper = new Paper(title, `Application ${applicationNumber}`, receipt.issuedAt);
  paper.open(receiptLabel(receipt), title, `Application ${applicationNumber} · ${receipt.serviceName}`);
  drawAmount(paper, amountLabels[kind], `${receipt.amount} USD`);
  drawFacts(paper, "Details", rowsOf(receipt));
  if (kind === "reversal") drawParagraph(paper, reversalWords(receipt));
  const office = [
    [sender.name, ...sender.address],
    [sender.phone, sender.email],
  ];
  drawParagraph(paper, office.map((line) => line.filter(Boolean).join(" · ")).join("\n"));
  return paper.end();
}

const amountLabels = { payment: "Amount received", refund: "Amount paid back", reversal: "Amount reversed" } as const;

function rowsOf(receipt: ReceiptFacts): [label: string, value: string][] {
  const who = { payment: "Received from", refund: "Paid back to", reversal: "Applicant" }[receipt.kind];
  const day = receipt.reversed?.kind === "refund" || receipt.kind === "refund" ? "Day of refund" : "Payment date";
  return [
    ["Receipt number", receipt.number],
    ["Application number", receipt.applicationNumber],
    [who, receipt.name],
    ["For", receipt.serviceName],
    ["Amount", `${receipt.amount} in US dollars`],
    ["Method", receipt.method],
    [day, receipt.day],
    ...(receipt.reference ? [["Reference", receipt.reference] satisfies [string, string]] : []),
    ...(receipt.credit ? [["Credit on the fees", receipt.credit] satisfies [string, string]] : []),
    ["Balance after this entry", receipt.balance],
    ["Issued", receipt.issued.join("\n")],
  ];
}

function reversalWords({ reversed, reason }: ReceiptFacts): string {
  const reversedName = reversed?.number ? `receipt ${reversed.number}` : `the ${reversed?.kind}`;
  return `This reverses ${reversedName}, which is no longer valid. Reason: ${reason ?? ""}`;
}
