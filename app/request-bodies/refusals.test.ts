import { expect, test } from "vitest";
import { bodyPolicyOf } from "./body-policy";
import { formTypeOf, isMalformedForm } from "./content-type";
import { busy, goBack, limited, noFilesHere, Refused, tooLarge, tooMany, unreadable } from "./refusal";

const megabyte = 1024 * 1024;

test.each([
  ["/contact", true, 55 * megabyte, true],
  ["/contact", false, megabyte / 4, false],
  ["/contact/upload", true, 11 * megabyte, true],
  ["/contact/upload", false, megabyte / 4, false],
  ["/apply/1/upload", true, 11 * megabyte, true],
  ["/apply/1/documents", true, 11 * megabyte, true],
  ["/apply/1/save", false, megabyte, false],
  ["/apply/1", true, megabyte, false],
  ["/apply/1.data", false, megabyte, false],
  ["/admin/login", false, megabyte / 4, false],
  ["/admin/login", true, megabyte / 4, false],
])(
  "[V-ATK-2] %s accepts, as multipart: %s, its number of bytes, and files only if declared",
  (path, multi, maxSize, files) => {
    expect(bodyPolicyOf(path, multi)).toMatchObject({ maxSize, files });
  },
);

test("too large a form gets its own message", () => {
  const words = (path: string, multi: boolean) => tooLarge(bodyPolicyOf(path, multi)).text;
  const end = ", so it wasn’t saved. Please make it smaller.";
  expect(words("/admin/login", false)).toBe(`What you sent is larger than 256 KB${end}`);
  expect(words("/apply/1", false)).toBe(`What you sent is larger than 1 MB${end}`);
  expect(words("/apply/1/upload", true)).toMatch(
    /^File size exceeds 10MB limit, so it wasn’t saved\. Choose a smaller copy: take a screenshot/,
  );
  expect(words("/contact", true)).toBe(`Each file can be up to 10 MB, and all files together up to 50 MB${end}`);
});

test("each refusal has its status, and says that nothing was stored and what helps", () => {
  expect(tooMany).toMatchObject({
    status: 413,
    text: expect.stringMatching(/2,000 fields or 200 files.*wasn’t saved/),
  });
  expect(noFilesHere).toMatchObject({ status: 400, text: expect.stringContaining("Nothing was saved") });
  expect(unreadable).toMatchObject({ status: 400, text: expect.stringMatching(/nothing was saved.*again/) });
  expect(busy).toMatchObject({ status: 503, retryAfter: 30, text: expect.stringContaining("haven’t been saved yet") });
  expect(limited("Too many.", 7)).toEqual({
    status: 429,
    title: "Too many requests from your network",
    text: "Too many.",
    retryAfter: 7,
  });
  expect(goBack).toContain("Back button");
  for (const refusal of [tooMany, noFilesHere, unreadable, busy]) {
    expect(refusal.title).not.toBe("");
    expect(new Refused(refusal)).toMatchObject({ message: refusal.title, refusal });
  }
});

test.each([
  "application/x-www-form-urlencoded",
  "Application/X-WWW-Form-Urlencoded",
  "application/x-www-form-urlencoded; charset=utf-8",
  'application/x-www-form-urlencoded ;\tcharset="UTF-8"',
])("[V-ATK-1] %j is read as a form", (type) => {
  expect(formTypeOf(type)).toEqual({ kind: "urlencoded" });
  expect(isMalformedForm(type)).toBe(false);
});

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ["Multipart/Form-Data \t;\t boundary=a'+._-Z", "a'+._-Z"],
  ['multipart/form-data;boundary="a b(c)/:=?d"', "a b(c)/:=?d"],
  ['multipart/form-data;boundary="a"', "a"],
  [`multipart/form-data; boundary=${"b".repeat(70)}`, "b".repeat(70)],
  [`multipart/form-data; boundary="${"b".repeat(70)}"`, "b".repeat(70)],
  ["multipart/form-data; boundary=--a", "--a"],
  ["multipart/form-data; boundary=a--", "a--"],
])("[V-ATK-1] %j is read as a form with the boundary %j", (type, boundary) => {
  expect(formTypeOf(type)).toEqual({ kind: "multipart", boundary });
});

test.each([
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary=""',
  "multipart/form-data; boundary=a b",
  'multipart/form-data; boundary="a "',
  "multipart/form-data; boundary=--",
  "multipart/form-data; boundary=-",
  `multipart/form-data; boundary=${"b".repeat(71)}`,
  `multipart/form-data; boundary="${"b".repeat(71)}"`,
  "multipart/form-data; boundary=a; charset=utf-8",
  "multipart/form-data boundary=a",
  "x multipart/form-data; boundary=a",
  "application/x-www-form-urlencoded; charset=latin1",
  "application/x-www-form-urlencoded, application/x-www-form-urlencoded",
  "text/x-www-form-urlencoded",
  `application/x-www-form-urlencoded${" ".repeat(200)}; charset=utf-8`,
])("[V-ATK-1] %j claims to be a form and is refused", (type) => {
  expect(formTypeOf(type)).toBeUndefined();
  expect(isMalformedForm(type)).toBe(true);
});

test("[V-ATK-1] a header of 200 characters is read, and a longer one is not", () => {
  const ofLength = (length: number) => {
    const [start, end] = ["application/x-www-form-urlencoded", ";charset=utf-8"];
    return `${start}${" ".repeat(length - start.length - end.length)}${end}`;
  };
  expect(formTypeOf(ofLength(200))).toEqual({ kind: "urlencoded" });
  expect(formTypeOf(ofLength(201))).toBeUndefined();
});

test.each([undefined, "", "application/json", "text/plain"])("[V-ATK-1] %j does not claim to be a form", (type) => {
  expect([formTypeOf(type), isMalformedForm(type)]).toEqual([undefined, false]);
});
