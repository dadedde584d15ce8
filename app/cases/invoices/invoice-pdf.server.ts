import { calendarLongDate } from "~/core/time";
import type { InvoiceFacts } from "~/db/schema/invoices";
import type { Paper } from "~/pdf/paper.server";
import type { FactRow } from "~/pdf/pieces.server";
import { describeVat, payLinkText, shownAmount } from "./words";

/** Draws an invoice or a credit note from its stored facts alone: the same facts give the same bytes. */
export async function invoicePdf(facts: InvoiceFacts): Promise<Buffer> {
  // Imported on demand: no other request needs the PDF code.
  const [{ Paper }, { Faces }, pieces] = await Promise.all([
    import("~/pdf/paper.server"),
    import("~/pdf/faces.server"),
    import("~/pdf/pieces.server"),
  ]);
  const { number, applicationNumber, serviceName, voids, payLink, issuedOn, dueOn } = facts;
  const title = number ? `${facts.title} ${number}` : facts.title;
  const subject = `Application ${applicationNumber}`;
  const paper = new Paper(title, subject, new Date(`${issuedOn}T12:00:00Z`), await Faces.for(textsIn(facts)));
  paper.open(
    voids ? `Voids invoice ${voids.number}` : dueOn ? `Due ${calendarLongDate(dueOn)}` : "",
    title,
    `${subject} · ${serviceName}`,
  );
  if (voids) pieces.drawAmount(paper, "Amount credited", `${shownAmount(facts.total)} USD`);
  else pieces.drawAmount(paper, "Amount to pay", `${shownAmount(facts.toPay)} USD`);
  pieces.drawFacts(paper, "Details", detailsOf(facts));
  pieces.drawHeading(paper, voids ? "Charges that are credited" : "Charges");
  pieces.drawAmounts(paper, amountsOf(facts));
  if (voids) pieces.drawText(paper, "Reason", `Invoice ${voids.number} is no longer valid. Reason: ${voids.reason}`);
  if (!voids && (facts.paymentInstructions || payLink)) {
    pieces.drawText(paper, "How to pay", facts.paymentInstructions);
    if (payLink) drawPayLink(paper, payLink, number);
  }
  if (!voids && facts.refundTerms) pieces.drawText(paper, "Refunds", facts.refundTerms);
  if (facts.note) pieces.drawText(paper, "Note", facts.note);
  pieces.drawText(paper, "", facts.currencyNote);
  return paper.end(`Lucaya Visa & Immigration · ${title}`);
}

/** Number, application and service are in the title and below it, so that the charges begin on the first page. */
function detailsOf({ issuedOn, dueOn, seller, invoicedTo, voids }: InvoiceFacts): FactRow[] {
  const from = [
    seller.name,
    seller.address.join(", "),
    [seller.phone, seller.email].filter(Boolean).join(" · "),
    seller.tin ? `TIN ${seller.tin}` : "",
  ];
  return [
    [
      "Dates",
      [`Issued ${calendarLongDate(issuedOn)}`, ...(dueOn ? [`Due ${calendarLongDate(dueOn)}`] : [])].join("\n"),
    ],
    ["From", from.filter(Boolean).join("\n")],
    [voids ? "Credited to" : "Invoiced to", invoicedTo.join("\n")],
  ];
}

function amountsOf({ charges, vat, total, paid, toPay, voids }: InvoiceFacts) {
  const rows = charges.map(({ name, amount }) => ({ name, amount: shownAmount(amount) }));
  const vatRow = vat ? [{ name: describeVat(vat), amount: shownAmount(vat.amount), isPart: true }] : [];
  const totalRow = { name: voids ? "Total credited" : "Total", amount: shownAmount(total), isTotal: true };
  if (voids) return [...rows, totalRow, ...vatRow];
  return [
    ...[...rows, totalRow, ...vatRow],
    { name: "Already paid", amount: shownAmount(paid) },
    { name: "To pay", amount: shownAmount(toPay), isTotal: true },
  ];
}

/** One line, however long the host is. */
function drawPayLink(paper: Paper, link: NonNullable<InvoiceFacts["payLink"]>, number: string | null): void {
  const text = payLinkText(link, number);
  paper.linkLine(text, link.url);
  paper.y += 8;
}

/** All texts: their characters decide which fonts are loaded. */
const textsIn = ({ seller, invoicedTo, charges, voids, ...facts }: InvoiceFacts): string[] => [
  ...[facts.serviceName, facts.paymentInstructions, facts.refundTerms, facts.note, facts.currencyNote],
  ...[seller.name, ...seller.address, seller.phone, seller.email, seller.tin ?? ""],
  ...[...invoicedTo, ...charges.map(({ name }) => name), voids?.reason ?? ""],
];
