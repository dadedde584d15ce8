import { expect, test } from "vitest";
import { hashPassword, isPassword, passwordProblem } from "./passwords.server";

/** What the same keys give on two machines. */
const spellings: [string, string, string][] = [
  ["é as one code point and as two", "caf\u00e9 by the tide", "cafe\u0301 by the tide"],
  ["Å as a letter and as the sign of the unit", "\u00c5ngstr\u00f6m tide", "\u212bngstro\u0308m tide"],
  ["wide and plain letters", "tide over 9 banks", "ｔｉｄｅ over ９ banks"],
  ["a ligature", "first office tide", "first o\ufb03ce tide"],
  [
    "Hangul as syllables and as letters",
    "\ud55c\uad6d by the tide",
    "\u1112\u1161\u11ab\u1100\u116e\u11a8 by the tide",
  ],
  ["a blank that doesn’t break", "sails over it", "sails\u00a0over\u00a0it"],
];

test.each(spellings)(
  "[F-TEXT-6] a password with %s signs in in both spellings, whichever one set it",
  async (_, spelling, otherSpelling) => {
    for (const [set, entered] of [
      [spelling, otherSpelling],
      [otherSpelling, spelling],
    ] as const)
      expect(await isPassword(await hashPassword(set), entered)).toBe(true);
    expect(await isPassword(await hashPassword(spelling), `${otherSpelling}x`)).toBe(false);
  },
);

test("[F-TEXT-6] a new password is checked as it is stored, so full-width letters don't make an easy password acceptable", async () => {
  expect(await passwordProblem("ｐａｓｓｗｏｒｄ１")).toBe("This password is easy to guess. Choose another one.");
  expect(await passwordProblem("\ufdfa".repeat(128))).toBe("Password must be at most 128 characters long");
  expect(await passwordProblem("cafe\u0301 by the tide")).toBeNull();
});

test("[F-TEXT-6] a password of a million combining marks is refused without being normalized", async () => {
  expect(await isPassword(await hashPassword("a"), `a${"\u0301".repeat(1_000_000)}`)).toBe(false);
});
