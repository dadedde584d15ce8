import { describe, expect, test } from "vitest";
import { emptyBoxesIn, type Tag, tagsOf, textOf } from "../../../../test/harness/pdf-text";
import { casePdf } from "../case-pdf.server";
import { amended, answered, receiptOf } from "./facts";

const plain = (text: string) => text.replaceAll(/\s/g, "");
const wordsOf = (pdf: Buffer) => plain(textOf(pdf).join(""));
const all = (tag: Tag): Tag[] => [tag, ...tag.parts.flatMap(all)];
const ofType = (tags: readonly Tag[], ...types: string[]) => tags.filter(({ type }) => types.includes(type));

describe("[C-RCPT-2] the PDF's tags", () => {
  const jobs = Array.from({ length: 40 }, (_, index) => ({
    title: `Employer ${index + 1}`,
    answers: [
      { name: "name", label: "Name", answer: `Company ${index + 1}` },
      { name: "to", label: "Until", answer: null },
    ],
  }));
  const long = Array.from({ length: 330 }, (_, index) => `word${index}`).join(" ");
  const receipt = receiptOf([answered("Last name", "Ruiz"), answered("What you do", long), answered("Jobs", jobs)], {
    confirmed: ["Your passport ends before your trip."],
    amendments: [amended({})],
  });

  test("the PDF is tagged and has a language and a title", async () => {
    const { catalog, title, root } = tagsOf(await casePdf(receipt));
    expect(catalog).toContain("/Marked true");
    expect(catalog).toContain("/Lang (en-US)");
    expect(catalog).toContain("/StructTreeRoot");
    expect(title).toBe("(Application BV26-K7QM-4TXP)");
    expect(root.type).toBe("Document");
  });

  test("headings, lists and tables are tagged in reading order", async () => {
    const tags = all(tagsOf(await casePdf(receipt)).root);
    const headings = ofType(tags, "H1", "H2", "H3").map(({ type, text }) => `${type} ${text}`);
    expect(headings).toEqual([
      "H1 Application BV26-K7QM-4TXP",
      "H2 At a glance",
      "H2 Applicant Information",
      ...jobs.map(({ title }) => `H3 ${title}`),
      "H2 Confirmed before signing",
      "H2 Certificate of signature",
      "H3 The wording agreed to",
      "H3 Amendment 1: Last name",
      "H2 Verify this record",
    ]);
    const [first] = ofType(tags, "H2").flatMap((heading) =>
      heading.text === "Applicant Information" ? [heading] : [],
    );
    const table = tags
      .slice(tags.indexOf(first ?? tags[0] ?? { type: "", text: "", actual: "", scope: "", parts: [] }))
      .find(({ type }) => type === "Table");
    const rows = table?.parts.map((row) => row.parts.map(({ type, text }) => [type, text]));
    expect(rows?.map((row) => row.map(([type]) => type))).toEqual([
      ["TH", "TD"],
      ["TH", "TD"],
      ["TH", "TD"],
    ]);
    expect(table?.parts[0]?.parts.map(({ scope }) => scope)).toEqual(["Row", undefined]);
    expect(rows?.[0]).toEqual([
      ["TH", "Last name"],
      ["TD", "Ruiz"],
    ]);
    expect(
      ofType(tags, "L").map((list) => list.parts.map(({ parts }) => parts.map(({ text }) => text).join())),
    ).toEqual([
      ["Your passport ends before your trip."],
      ["I certify that this is true.", "I understand what follows."],
    ]);
  });

  test("an answer of 2,000 characters and forty entries continue over pages, complete and once", async () => {
    const pdf = await casePdf(receipt);
    const tags = all(tagsOf(pdf).root);
    expect(tags.filter(({ text }) => plain(text) === plain(long))).toHaveLength(1);
    expect(ofType(tags, "TD").filter(({ text }) => text.startsWith("Company"))).toHaveLength(40);
    expect(wordsOf(pdf).match(/Page\d+of\d+/g)?.length).toBeGreaterThan(5);
  });
});

const scripts: Record<string, string[]> = {
  "Latin with any marks": ["Łukasz Đặng Ñuñez-Ø’Brien", "Żółć Ǆ ẞ ŋ Ọ̀ṣun ẹ́", "m̂ r̥ s̱ g̃ a̱ x̣̌", "fi ffl office"],
  Greek: ["Αλέξανδρος Παπαδόπουλος ΐ ἀρχή ᾧ"],
  Cyrillic: ["Щукина Ольга Ґудзь Ѣ Ҷ Ң Ӯ"],
  Arabic: ["محمد بن سلمان آل سعود (ولد ١٩٨٥)", "پژمان گلی‌زاده", "عائلةٌ"],
  Hebrew: ["שָׁלוֹם כהן (תל אביב 1985)"],
  Devanagari: ["क्षत्रिय हिन्दी श्रीमती ॐ"],
  Thai: ["สมชาย ใจดี ที่อยู่น้ำ กรุงเทพฯ"],
  Chinese: ["王小明 龘䶮 歐陽鋒 臺灣，北京市。（一）", "陈大文　邓丽君"],
  Japanese: ["山田 太郎 ゆき カタカナ ﾊﾝｶｸ 東京都、々〆"],
  Korean: ["김철수 대한민국 서울특별시 뷁"],
  "all in one": ["Ali علي and Ben בן 王 2026 ひ 한 ไ"],
};

describe("[C-RCPT-3] the PDF's glyphs", () => {
  test.each(Object.entries(scripts))("%s has no missing glyph, in answers and in the signed name", async (_, names) => {
    const answers = names.map((name) => answered(`Who is ${name}?`, name));
    const pdf = await casePdf(receiptOf(answers, { signature: names.join(" ") }));
    expect(emptyBoxesIn(pdf)).toBe(0);
    // What no font has would be written as its number.
    expect(wordsOf(pdf).match(/\[U\+[0-9A-F]+\]/g) ?? []).toEqual([]);
  });

  test("a letter that no font has is printed as its code point and stays readable to screen readers", async () => {
    const name = "Ana \u{1ccd6}";
    const pdf = await casePdf(receiptOf([answered("Name", name)]));
    expect(emptyBoxesIn(pdf)).toBe(0);
    const tag = all(tagsOf(pdf).root).find(({ text }) => text.includes("[U+1CCD6]"));
    expect([tag?.text, tag?.actual]).toEqual(["Ana [U+1CCD6]", name]);
  });

  test("Latin, Greek and Cyrillic text is extracted unchanged", async () => {
    for (const name of [scripts["Latin with any marks"], scripts.Greek, scripts.Cyrillic].flatMap(
      (some) => some ?? [],
    )) {
      const tags = all(tagsOf(await casePdf(receiptOf([answered("Name", name)]))).root);
      expect(tags.map(({ text }) => plain(text))).toContain(plain(name.normalize("NFC")));
    }
  });

  test("right-to-left text is tagged for screen readers in its written order", async () => {
    const [name = ""] = scripts.Arabic ?? [];
    const tags = all(tagsOf(await casePdf(receiptOf([answered("Name", name)]))).root);
    expect(tags.map(({ actual }) => actual)).toContain(name);
  });
});

describe("the PDF's content", () => {
  test("[C-RCPT-1, C-RCPT-4] a corrected question shows before, after, day and name; the certificate shows its SHA-256 and both times", async () => {
    const sent = [
      { name: "Letter.pdf", byteSize: 2345, sha256: "ef".repeat(32), sentAt: new Date("2026-11-22T10:00:00Z") },
    ];
    const documents = [{ name: "Passport.pdf", byteSize: 1234, sha256: "12".repeat(32) }];
    const receipt = receiptOf([answered("First name", "Ana"), answered("Last name", "Ruiz")], {
      ...{ amendments: [amended({})], documents, later: { sent, ofDecision: [] } },
    });
    const pdf = await casePdf(receipt);
    const cells = ofType(all(tagsOf(pdf).root), "TH", "TD").map(({ text }) => plain(text));
    const next = (text: string) => cells[cells.indexOf(plain(text)) + 1];
    expect(next("Last name")).toBe("Ruiz");
    // Half past three of a morning in UTC is the evening before in Nassau.
    expect(next("Corrected and signed on November 23, 2026 by Ana Ruiz Vega")).toBe("Before:RuizAfter:RuizVega");
    expect(next("Passport.pdf 1,234 bytes")?.replaceAll("-", "")).toBe("12".repeat(32));
    expect(next("Letter.pdf 2,345 bytes Sent November 22, 2026")?.replaceAll("-", "")).toBe("ef".repeat(32));
    expect(next("SHA-256 of the record")?.replaceAll("-", "")).toBe("ab".repeat(32));
    expect(next("SHA-256 of the amendment")?.replaceAll("-", "")).toBe("cd".repeat(32));
    const signed = cells.flatMap((text, index) => (text === "Signed" ? [cells[index + 1]] : []));
    const ofRecord = plain("November 21, 2026, 17:05 (UTC) November 21, 2026, 12:05 (Nassau)");
    const ofAmendment = plain("November 24, 2026, 03:30 (UTC) November 23, 2026, 22:30 (Nassau)");
    expect(signed).toEqual([ofRecord, ofRecord, ofAmendment]);
    const pdfText = wordsOf(pdf);
    for (const certified of [...receipt.certifications, "/verify"]) expect(pdfText).toContain(plain(certified));
    const times = pdfText.match(/\d\d:\d\d.{0,5}/g) ?? [];
    expect(times.filter((time) => !/\d\d:\d\d\((UTC|Nass)/.test(time))).toEqual([]);
    expect(times.length).toBeGreaterThanOrEqual(6);
  });

  test("[C-RCPT-1] corrections show a newly relevant question, one no longer relevant, and a list", async () => {
    const list = {
      question: "Jobs",
      label: "Jobs",
      entry: { title: "Employer", parts: [{ name: "a", label: "Name" }] },
    };
    const entry = (name: string) => [{ title: "Employer 1", answers: [{ name: "a", label: "Name", answer: name }] }];
    const amendments = [
      amended({
        id: "2",
        answerId: "2",
        question: "Maiden name",
        label: "Maiden name",
        wasAsked: false,
        before: null,
        after: "Vega",
      }),
      amended({ id: "3", answerId: "3", question: "Last name", isAsked: false, after: null }),
      amended({ ...list, before: [["Port"]], after: [["Harbour"]] }),
    ];
    const pdf = await casePdf(
      receiptOf([answered("Last name", "Ruiz"), answered("Jobs", entry("Port"))], { amendments }),
    );
    const cells = ofType(all(tagsOf(pdf).root), "TH", "TD").map(({ text }) => plain(text));
    expect(cells).toEqual(
      expect.arrayContaining([
        "Before:NotaskedAfter:Vega",
        "Before:RuizAfter:Nolongerasked",
        "Before:Employer1Name:PortAfter:Employer1Name:Harbour",
      ]),
    );
  });

  test("[C-RCPT-1] the same facts produce the same bytes", async () => {
    const makeReceipt = () =>
      receiptOf(
        Object.values(scripts)
          .flat()
          .map((name) => answered("Name", name)),
      );
    expect((await casePdf(makeReceipt())).equals(await casePdf(makeReceipt()))).toBe(true);
  });
});
