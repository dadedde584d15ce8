import { describe, expect, test } from "vitest";
import { emptyBoxesIn, type Tag, tagsOf, textOf } from "../../../../test/harness/pdf-text";
import { invoicePdf } from "../invoice-pdf.server";
import { creditNoteFactsOf, invoiceFactsOf } from "./pdf-facts";

const plain = (text: string) => text.replaceAll(/\s/g, "");
const wordsOf = (pdf: Buffer) => plain(textOf(pdf).join(""));
const all = (tag: Tag): Tag[] => [tag, ...tag.parts.flatMap(all)];
const tagsIn = (pdf: Buffer) => all(tagsOf(pdf).root);
const textsOf = (tags: readonly Tag[], ...types: string[]) =>
  tags.filter(({ type }) => types.includes(type)).map(({ type, text }) => `${type} ${text}`);
const payLink = { url: "https://pay.example.com/p/8f2?k=1", host: "pay.example.com", amount: "300.00" };

describe("[M-INV-3] an invoice", () => {
  test("states everything about seller, reader, charges, payment and currency", async () => {
    const words = wordsOf(await invoicePdf(invoiceFactsOf()));
    for (const text of [
      ...["LI-2026-000042", "November 21, 2026", "December 5, 2026", "BV26-7K3M-9QXD", "Schengen Visitor Visa"],
      ...["Lucaya Visa & Immigration Ltd.", "12 Parliament Street", "Nassau, New Providence, Bahamas"],
      ...["+1 242 555 0142", "hello@lucaya.example", "TIN 102345678", "Maria Santos", "5 Rue Capois", "Haiti"],
      ...["Our fee", "$200.00", "Government fee", "$185.00", "$385.00", "Already paid", "$85.00", "$300.00 USD"],
      ...["By transfer to Bank of Nassau, account 12345.", "Or in cash at our office.", "Thank you for your trust."],
      ...["we return what you paid us.", "One Bahamian dollar (BSD) equals one US dollar."],
    ])
      expect(words).toContain(plain(text));
    expect(words).not.toContain("VAT");
    expect(words).not.toContain("undefined");
  });

  test("has the VAT that our fees contain in one line, and its titles", async () => {
    const vat = { percent: "10", of: "200.00", amount: "18.18" };
    const invoice = tagsIn(await invoicePdf(invoiceFactsOf({ title: "VAT invoice", vat })));
    const rows = invoice.filter(({ type }) => type === "TR").map(({ parts }) => parts.map(({ text }) => text));
    expect(rows).toContainEqual(["VAT 10 %, contained in our fees of $200.00", "$18.18"]);
    expect(textsOf(invoice, "H1")).toEqual(["H1 VAT invoice LI-2026-000042"]);
    const note = tagsIn(await invoicePdf(creditNoteFactsOf({ title: "VAT credit note", vat })));
    expect(textsOf(note, "H1")).toEqual(["H1 VAT credit note LC-2026-000007"]);
  });

  test("is tagged, with a title, headings and tables with row headers in reading order", async () => {
    const pdf = await invoicePdf(invoiceFactsOf());
    const { catalog, title } = tagsOf(pdf);
    expect(catalog).toContain("/Marked true");
    expect(catalog).toContain("/Lang (en-US)");
    expect(title).toBe("(Invoice LI-2026-000042)");
    const tags = tagsIn(pdf);
    expect(textsOf(tags, "H1", "H2")).toEqual([
      ...["H1 Invoice LI-2026-000042", "H2 Details", "H2 Charges", "H2 How to pay", "H2 Refunds", "H2 Note"],
    ]);
    const rows = tags.filter(({ type }) => type === "TR");
    expect(new Set(rows.map(({ parts }) => parts.map(({ type, scope }) => `${type} ${scope ?? ""}`).join()))).toEqual(
      new Set(["TH Row,TD "]),
    );
    expect(rows.slice(-4).map(({ parts }) => parts.map(({ text }) => text))).toEqual([
      ["Government fee", "$185.00"],
      ["Total", "$385.00"],
      ["Already paid", "$85.00"],
      ["To pay", "$300.00"],
    ]);
  });

  test("continues over pages with the longest texts, complete and once", async () => {
    const lines = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}${index}.`).join("\n");
    const charges = Array.from({ length: 60 }, (_, index) => ({
      name: `Charge${index} ${"of work ".repeat(14)}`,
      amount: "1.00",
    }));
    const pdf = await invoicePdf(
      invoiceFactsOf({
        charges,
        paymentInstructions: lines("Way", 400),
        refundTerms: lines("Refund", 300),
        note: lines("Note", 60),
      }),
    );
    const words = wordsOf(pdf);
    for (const [name, count] of [
      ["Charge", 60],
      ["Way", 400],
      ["Refund", 300],
      ["Note", 60],
    ] as const)
      for (let index = 0; index < count; index++)
        expect(words.split(`${name}${index}${name === "Charge" ? "of" : "."}`)).toHaveLength(2);
    expect(Number(/Page1of(\d+)/.exec(words)?.[1])).toBeGreaterThan(10);
  });
});

test("[M-INV-10] a credit note names the invoice that it voids and why, and nothing to pay", async () => {
  const pdf = await invoicePdf(creditNoteFactsOf());
  const words = wordsOf(pdf);
  for (const text of [
    "Voids invoice",
    "LI-2026-000042",
    "LC-2026-000007",
    "Reason: The price has changed.",
    "$385.00 USD",
  ])
    expect(words.toUpperCase()).toContain(plain(text).toUpperCase());
  for (const text of ["To pay", "Already paid", "How to pay", "Due"]) expect(words).not.toContain(plain(text));
});

describe("[M-LINK-2] an invoice with a pay link", () => {
  test("has it as a link in the PDF with its host and amount", async () => {
    const pdf = await invoicePdf(invoiceFactsOf({ payLink, paymentInstructions: "" }));
    const text = "Pay $300.00 for invoice LI-2026-000042 at pay.example.com";
    expect(textsOf(tagsIn(pdf), "Link")).toEqual([`Link ${text}`]);
    expect(pdf.toString("latin1")).toContain(payLink.url);
  });

  test("keeps a link with the longest host on the page", async () => {
    const host = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
    const pdf = await invoicePdf(invoiceFactsOf({ payLink: { ...payLink, url: `https://${host}/`, host } }));
    const [, left, , right] = /\/Rect \[([\d.]+) ([\d.]+) ([\d.]+)/.exec(pdf.toString("latin1")) ?? [];
    expect([Number(left) >= 54, Number(right) <= 558.01]).toEqual([true, true]);
  });
});

const scripts = [
  ...["Łukasz Đặng Ñuñez-Ø’Brien", "Αλέξανδρος Παπαδόπουλος", "Щукина Ольга Ґудзь", "محمد بن سلمان (ولد ١٩٨٥)"],
  ...["שָׁלוֹם כהן (תל אביב 1985)", "क्षत्रिय हिन्दी श्रीमती", "สมชาย ใจดี", "王小明 龘 臺灣", "山田 太郎 ゆき", "김철수 서울"],
];

describe("[M-INV-6] the PDF of an invoice", () => {
  test("has a glyph for every script, wherever somebody wrote it", async () => {
    const [first = "", ...rest] = scripts;
    const facts = invoiceFactsOf({
      invoicedTo: scripts.slice(0, 6),
      charges: rest.map((name) => ({ name, amount: "1.00" })),
      ...{ note: scripts.join("\n"), paymentInstructions: scripts.join("\n"), refundTerms: scripts.join("\n") },
      ...{ serviceName: scripts.slice(6).join(" "), currencyNote: scripts.join(" ") },
    });
    facts.seller = { ...facts.seller, name: scripts.join(" "), address: scripts, tin: first };
    for (const pdf of [
      await invoicePdf(facts),
      await invoicePdf(creditNoteFactsOf({ voids: { number: "LI-2026-000042", reason: scripts.join("\n") } })),
    ]) {
      expect(emptyBoxesIn(pdf)).toBe(0);
      expect(wordsOf(pdf).match(/\[U\+[0-9A-F]+\]/g) ?? []).toEqual([]);
    }
  });

  test("is the same bytes each time, whatever was drawn in between", async () => {
    const first = await invoicePdf(invoiceFactsOf({ payLink }));
    await invoicePdf(creditNoteFactsOf({ invoicedTo: scripts.slice(0, 6) }));
    expect((await invoicePdf(invoiceFactsOf({ payLink }))).equals(first)).toBe(true);
    expect((await invoicePdf(invoiceFactsOf({ payLink, note: "" }))).equals(first)).toBe(false);
  });
});
