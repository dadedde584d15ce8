import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Encoding, encodings, importFields, type Separator, separators } from "./fields";
import { readCsv, UnreadableCsv } from "./read-csv";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCsv(bytesOf(text));
const refusal = async (bytes: Uint8Array) => {
  try {
    await readCsv(bytes);
  } catch (error) {
    if (error instanceof UnreadableCsv) return error.message;
    throw error;
  }
  return "";
};
const saveAgain = "Save the file as “CSV UTF-8” and choose it again.";

/** Windows-1252 has these between 0x80 and 0x9f; all others are where Unicode has them. */
const windowsSigns = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
const windowsBytes = [
  ...[0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e],
  ...[0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f],
];
const windows1252 = (text: string) =>
  Uint8Array.from([...text], (sign) => windowsBytes[windowsSigns.indexOf(sign)] ?? sign.charCodeAt(0));

const heads = Object.values(importFields);
const latin = fc.constantFrom(..."abzAZ09 .,;\t'-@ßéñÜ£", ...windowsSigns, "\n", "\r\n", '"');
const cell = fc.array(latin, { maxLength: 12 }).map((signs) => signs.join(""));
const file = fc.record({
  rows: fc.array(fc.tuple(...heads.map(() => cell)), { minLength: 1, maxLength: 12 }),
  separator: fc.constantFrom(...(Object.keys(separators) as Separator[])),
  encoding: fc.constantFrom(...(Object.keys(encodings) as Encoding[])),
  bom: fc.boolean(),
  newline: fc.constantFrom("\n", "\r\n"),
  quoted: fc.boolean(),
});

describe("the file of an import", () => {
  test("[X-IMPORT-3] whatever its encoding, separator and quotes, each cell is read as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ rows, separator, encoding, bom, newline, quoted }) => {
        // A file of letters that are the same in both encodings is UTF-8; this name makes it one or the other.
        const all = rows.map((row) => ["Zoë", ...row.slice(1)]);
        const text = stringify([heads, ...all], {
          delimiter: separator,
          record_delimiter: newline,
          quoted,
          quoted_match: /[\r\n]/,
        });
        const bytes = encoding === "utf-8" ? bytesOf((bom ? "\uFEFF" : "") + text) : windows1252(text);
        const found = await readCsv(bytes);
        expect(found).toMatchObject({ encoding, separator, heads });
        expect(found.lines.map(({ cells }) => cells)).toEqual(all);
        expect(found.lines.map(({ line }) => line)).toEqual(all.map((_, index) => index + 2));
      }),
    );
  });

  test("[X-IMPORT-3] what was recognized can be changed", async () => {
    const bytes = windows1252("Name;Email\nJosé, Ana;a@mail.example\n");
    expect(await readCsv(bytes)).toMatchObject({ encoding: "windows-1252", separator: ";", heads: ["Name", "Email"] });
    expect(await readCsv(bytes, { separator: "," })).toMatchObject({ heads: ["Name;Email"] });
    await expect(readCsv(bytes, { encoding: "utf-8" })).rejects.toThrow("This file isn’t UTF-8. Choose Windows-1252.");
    const utf8 = await readCsv(bytesOf("Name,Email\nJosé,a@mail.example"), { encoding: "windows-1252" });
    expect(utf8.lines[0]?.cells[0]).toBe("JosÃ©");
  });

  test("[X-IMPORT-3] UTF-16, a workbook and binary files are refused with what to do", async () => {
    const utf16 = Buffer.from("\uFEFFName,Email\nRosa,r@mail.example", "utf16le");
    for (const bytes of [
      utf16,
      Buffer.from(utf16).swap16(),
      utf16.subarray(2),
      Buffer.from("PK\u0003\u0004\u0014\u0000\u0006\u0000", "latin1"),
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.from("%PDF-1.7\n\u0000\u0001", "latin1"),
    ])
      expect(await refusal(bytes)).toBe(saveAgain);
  });

  test("[X-IMPORT-3] a file without lines is refused", async () => {
    for (const text of ["", "\uFEFF", "\n\n", "Name,Email", "Name,Email\r\n\r\n,\r\n"])
      expect(await refusal(bytesOf(text))).toBe("This file has no lines.");
  });

  test("[X-IMPORT-3] a larger file is refused with its size or its number of lines", async () => {
    expect(await refusal(new Uint8Array(5 * 1024 * 1024 + 1).fill(97))).toBe(
      "This file has 5.1 MB. The limit is 5 MB.",
    );
    const lines = (count: number) => bytesOf(`Name,Note\n${'Rosa,"two\nlines"\n'.repeat(count)}`);
    expect((await readCsv(lines(10_000))).lines).toHaveLength(10_000);
    expect(await refusal(lines(10_001))).toBe("This file has 10,001 lines. The limit is 10,000.");
    expect(await refusal(bytesOf(`Name\n${"\n".repeat(30_000)}Rosa\n`))).toBe(
      "This file has 30,001 lines. The limit is 10,000.",
    );
    expect(await refusal(bytesOf(`Name${",".repeat(100)}\nRosa`))).toBe("This file has 101 columns. The limit is 100.");
  });

  test("[X-IMPORT-3] an unclosed quote is refused with the line in which it begins", async () => {
    const unclosed = (line: number) =>
      `In line ${line} a quotation mark (") begins a cell and isn’t closed. Correct it and choose the file again.`;
    expect(await refusal(bytesOf('Name,Email\nRosa,r@mail.example\n"Ana,a@mail.example\nLuis,l@mail.example'))).toBe(
      unclosed(3),
    );
    expect(await refusal(bytesOf('Name,Email\n"Two\nlines",a@mail.example\n\n"Ana,a@mail.example\n"Luis",l'))).toBe(
      unclosed(4),
    );
    expect(await refusal(bytesOf('Name\nRosa "Rosie" Rolle'))).toContain("In line 2 a cell contains a quotation mark");
  });

  test("[X-IMPORT-9] a long file is read in pieces, between which the program answers others", async () => {
    // Of unequal length, so that a piece ends at any place in a line.
    const rows = Array.from({ length: 9_000 }, (_, index) => [`Zoë "${index}"`, "é".repeat(index % 50), "a\r\nb"]);
    const text = stringify([["Name", "Note", "More", "None"], ...rows], {
      record_delimiter: "windows",
      quoted_match: /[\r\n]/,
    });
    let answered = 0;
    const other = setInterval(() => answered++, 0);
    const { lines } = await read(text);
    clearInterval(other);
    expect(lines.map(({ cells }) => cells)).toEqual(rows);
    expect(answered).toBeGreaterThan(10);
  });

  test("lines are numbered as a spreadsheet numbers its rows", async () => {
    const { lines } = await read('Name,Note\n\n"Rosa","a\nb"\n,\nAna,c\n');
    expect(lines.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [3, "Rosa"],
      [5, "Ana"],
    ]);
  });

  test("every column has a heading of its own", async () => {
    expect((await read("Name,,Phone, Phone ,Phone\na,b,c,d,e")).heads).toEqual([
      ...["Name", "Column B", "Phone", "Phone (2)", "Phone (3)"],
    ]);
  });

  test("a file whose first line is a client is refused, because headings are stored", async () => {
    for (const first of ["Rosa,rosa@mail.example", "Rosa,01/03/2027"])
      expect(await refusal(bytesOf(`${first}\nAna,x`))).toContain("The first line has to name the columns");
  });
});
