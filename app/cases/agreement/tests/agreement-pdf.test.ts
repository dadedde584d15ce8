import { describe, expect, test } from "vitest";
import { inGroups } from "~/cases/verify-address";
import { emptyBoxesIn, type Tag, tagsOf, textOf } from "../../../../test/harness/pdf-text";
import { agreementPdf } from "../agreement-pdf.server";
import { countersigned, number, signedAgreement } from "./signed";

const plain = (text: string) => text.replaceAll(/\s/g, "");
const wordsOf = (pdf: Buffer) => plain(textOf(pdf).join(""));
const all = (tag: Tag): Tag[] => [tag, ...tag.parts.flatMap(all)];
const headingsOf = (pdf: Buffer) =>
  all(tagsOf(pdf).root)
    .filter(({ type }) => /^H[1-3]$/.test(type))
    .map(({ type, text }) => `${type} ${text}`);
const pdfOf = (change: Parameters<typeof signedAgreement>[0] = {}) =>
  agreementPdf({ number, signed: signedAgreement(change) });

describe("[M-AGR-9] the agreement as a PDF", () => {
  test("it is tagged in reading order, with its title and language, and ends with the certificate", async () => {
    const pdf = await pdfOf({ countersigned });
    const { catalog, title } = tagsOf(pdf);
    expect(catalog).toContain("/Marked true");
    expect(catalog).toContain("/Lang (en-US)");
    expect(title).toBe("(Engagement agreement)");
    expect(headingsOf(pdf)).toEqual([
      "H1 Engagement agreement",
      "H2 What we do",
      "H2 Certificate of signature",
      "H3 The wording agreed to",
      "H3 Countersignature",
      "H2 Verify this agreement",
    ]);
    const tags = all(tagsOf(pdf).root);
    const paragraphs = tags.filter(({ type }) => type === "P").map(({ text }) => text);
    expect(paragraphs).toContain("We prepare your application.");
    const list = tags.filter(({ type }) => type === "LBody").map(({ text }) => text);
    expect(list).toEqual(["I have read this agreement and agree to it."]);
  });

  test("the certificate states SHA-256, name, both times with their zones, countersignature and /verify", async () => {
    const signed = signedAgreement();
    const words = wordsOf(await agreementPdf({ number, signed }));
    for (const part of [
      inGroups(signed.sha256),
      "Ana Ruiz",
      "November 30, 2026, 14:05 (UTC)",
      "November 30, 2026, 09:05 (Nassau)",
      "Not countersigned yet",
      "Version 2 of November 20, 2026",
      "/verify",
    ])
      expect(words).toContain(plain(part));
    const later = wordsOf(await pdfOf({ countersigned }));
    expect(later).toContain(plain(`Anika Thompson`));
    expect(later).toContain(plain(inGroups(countersigned.sha256)));
    expect(later).not.toContain(plain("Not countersigned yet"));
  });

  test("it says at its beginning and in the certificate that it was withdrawn or has ended", async () => {
    const withdrawn = wordsOf(await pdfOf({ withdrawn: { at: new Date("2026-12-01T02:00:00Z") } }));
    expect(withdrawn.split(plain("Withdrawn on November 30, 2026")).length).toBeGreaterThan(1);
    const ended = { on: "2026-12-24", reason: "Moved away", adminEmail: null, at: new Date("2026-12-25T15:00:00Z") };
    const words = wordsOf(await pdfOf({ countersigned, ended }));
    for (const part of ["Ended on December 24, 2026", "Moved away"]) expect(words).toContain(plain(part));
  });

  test("[M-AGR-6] an unsigned one is marked on every page, and has no certificate", async () => {
    const long = Array.from({ length: 2500 }, (_, index) => `word${index}`).join(" ");
    const blocks = [{ heading: "Long" }, { paragraphs: [long] }];
    const pdf = await agreementPdf({ number, unsigned: signedAgreement({ blocks }) });
    const words = wordsOf(pdf);
    const pages = Number(/Page1of(\d+)/.exec(words)?.[1]);
    expect(pages).toBeGreaterThan(2);
    expect(words.match(/Notsigned|NOTSIGNED/g)?.length).toBeGreaterThanOrEqual(pages);
    expect(headingsOf(pdf)).toEqual(["H1 Engagement agreement", "H2 Long"]);
    expect(all(tagsOf(pdf).root).filter(({ text }) => plain(text) === plain(long))).toHaveLength(1);
  });

  test("the same facts give the same bytes", async () => {
    const facts = { countersigned, signature: "محمد بن سلمان" };
    expect((await pdfOf(facts)).equals(await pdfOf(facts))).toBe(true);
    expect((await pdfOf(facts)).equals(await pdfOf({ ...facts, version: 3 }))).toBe(false);
  });

  test("every script is drawn without a missing glyph, in text, title and names", async () => {
    const texts = [
      "Łukasz Đặng",
      "Αλέξανδρος",
      "Щукина",
      "محمد بن سلمان آل سعود",
      "שלום כהן",
      "श्रीमती",
      "สมชาย ใจดี",
      "王小明 歐陽鋒",
      "山田 太郎",
      "김철수",
    ];
    const pdf = await pdfOf({
      ...{
        title: texts.join(" "),
        signature: texts.join(" "),
        blocks: [{ heading: texts.join(" ") }, { paragraphs: texts }],
      },
      countersigned: { ...countersigned, signature: texts.join(" ") },
    });
    expect(emptyBoxesIn(pdf)).toBe(0);
    expect(wordsOf(pdf).match(/\[U\+[0-9A-F]+\]/g) ?? []).toEqual([]);
  });
});
