import { describe, expect, test } from "vitest";
import { isKeyboardWalk } from "./keyboard-walk";

describe("[V-ATK-23] a keyboard walk", () => {
  test.each([
    "1q2w3e4r",
    "1Q2W3E4R5T",
    "zaq12wsx",
    "qazwsxedc",
    "1qaz2wsx",
    "!QAZ2wsx",
    "qwertyuiop",
    "poiuytrewq",
    "asdfghjkl;",
    "lkjhgfdsa",
    "zxcvbnm,",
    "qweasdzxc",
    "qwer1234",
    "asdfqwer",
    "9o8i7u6y",
    "zse4xdr5",
    "qwertyui!",
    "qwertzuiop",
    "azertyuiop",
  ])("%s is recognized as a keyboard walk", (password) => expect(isKeyboardWalk(password)).toBe(true));

  test.each([
    "a tide that comes in",
    "sails over the bank",
    "assessed property",
    "q7f-2mzk-9wp3",
    "were we treed",
    "Tr33-house#42",
  ])("%s is not a keyboard walk", (password) => expect(isKeyboardWalk(password)).toBe(false));
});
