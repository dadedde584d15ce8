import { expect, test } from "vitest";
import { readApart } from "./mail-thread.server";
import { ours } from "./ours-for-tests";
import { parseMail } from "./parse-mail.server";

const megabyte = 1024 * 1024;
const head =
  "From: Ana <ana@mail.example>\r\nTo: replies@lucaya.example\r\nSubject: My papers\r\nMessage-ID: <1@mail.example>\r\n";
const parse = (mail: string | Buffer) => parseMail(Buffer.from(mail), ours);
const tooLarge = {
  tooLarge: true,
  messageId: "<1@mail.example>",
  from: [{ address: "ana@mail.example", name: "Ana" }],
  recipients: ["replies@lucaya.example"],
  subject: "My papers",
  ignore: null,
  authentication: [],
};

/** A mail of exactly so many bytes, with a file. */
function withFile(size: number): Buffer {
  const mail = Buffer.alloc(size, `${"QUJD".repeat(18)}\r\n`);
  mail.write(`${head}Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`);
  return mail;
}
const withParts = (count: number) =>
  `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\nContent-Type: text/plain\r\n\r\nOne\r\n".repeat(count)}--b--`;
const withLevels = (count: number) => {
  const level = (at: number) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`;
  return `${head}${Array.from({ length: count }, (_, at) => level(at)).join("")}\r\nAt the bottom`;
};
const attached = (count: number): string =>
  count === 0 ? `${head}\r\nAt the bottom` : `${head}Content-Type: message/rfc822\r\n\r\n${attached(count - 1)}`;

test("[R-IN-10] a mail of 25 MB is read, and of a larger one sender and subject alone", async () => {
  const mail = await parse(withFile(25 * megabyte));
  expect(mail).toMatchObject({ tooLarge: false, files: [{ name: "a.pdf" }] });
  expect(await parse(withFile(25 * megabyte + 1))).toEqual(tooLarge);
});

test("[R-IN-10] 100 parts and 20 levels are read, more are not, also in attached mails", async () => {
  expect(await parse(withParts(100))).toMatchObject({ text: expect.stringContaining("One") });
  expect(await parse(withParts(101))).toEqual(tooLarge);
  expect(await parse(withLevels(20))).toMatchObject({ text: "At the bottom" });
  expect(await parse(withLevels(21))).toEqual(tooLarge);
  expect(await parse(attached(20))).toMatchObject({ text: expect.stringContaining("At the bottom") });
  expect(await parse(attached(21))).toEqual(tooLarge);
  const twice = `${withParts(60).replace("One", "Two")}\r\n`;
  const both = `${head}Content-Type: multipart/mixed; boundary=c\r\n\r\n${`--c\r\nContent-Type: message/rfc822\r\n\r\n${twice}`.repeat(2)}--c--`;
  expect(await parse(both)).toEqual(tooLarge);
});

test("[R-IN-10] 50,000 characters of new text are read, more are not, however much is quoted", async () => {
  const write = (length: number, quoted = "") =>
    `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${"é".repeat(length)}\r\n${quoted}`;
  expect(await parse(write(50_000))).toMatchObject({ text: "é".repeat(50_000), quoted: "" });
  expect(await parse(write(50_001))).toEqual(tooLarge);
  const quoted = "> All that we wrote before.\r\n".repeat(5_000);
  const mail = await parse(write(10, quoted));
  if (mail.tooLarge) throw new Error("It is not too large");
  expect([mail.text, mail.quoted.length, mail.quoted.at(-1)]).toEqual(["é".repeat(10), 50_000, "…"]);
});

test("[R-IN-10] a mail that takes too long or too much memory ends neither the program nor the next mail", async () => {
  const heavy = { bytes: withFile(20 * megabyte), ours, isHead: false };
  const usual = { microseconds: 10_000_000, ms: 60_000, memory: 320 * megabyte };
  expect(await readApart(heavy, { ...usual, microseconds: 1 })).toBeUndefined();
  expect(await readApart(heavy, { ...usual, memory: megabyte })).toBeUndefined();
  const nested = "<div>".repeat(400_000);
  // Its memory or its time: either way nothing of it is known but its headers.
  const html = { ...heavy, bytes: Buffer.from(`${head}Content-Type: text/html\r\n\r\n${nested}`) };
  expect(await readApart(html, { ...usual, microseconds: 300_000 })).toBeUndefined();
  const [first, second] = await Promise.all([parse(withParts(2)), parse(withParts(101))]);
  expect([first.tooLarge, second]).toEqual([false, tooLarge]);
});

test("[R-IN-10] a header that is larger than its limit, or has no end, is read as far as it goes", async () => {
  const long = `${head}X-Long: ${"a".repeat(600_000)}\r\n\r\nText`;
  expect(await parse(long)).toEqual(tooLarge);
  expect(await parse(`${head}${"X-Many: b\r\n".repeat(80_000)}`)).toEqual(tooLarge);
  expect(await parse("")).toMatchObject({ tooLarge: false, from: [], messageId: null, text: "", subject: "" });
});
