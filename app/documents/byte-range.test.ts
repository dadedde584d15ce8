import { expect, test } from "vitest";
import { readRange } from "./byte-range";

const size = 1000;
test.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=999-999", { start: 999, end: 999 }],
  ["Bytes= 10-19 ", { start: 10, end: 19 }],
  ["bytes=990-2000", { start: 990, end: 999 }],
  ["bytes=100-", { start: 100, end: 999 }],
  ["bytes=-100", { start: 900, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=999999999999999-", "beyond"],
  ["bytes=1000-", "beyond"],
  ["bytes=1000-2000", "beyond"],
  ["bytes=-0", "beyond"],
  [null, "whole"],
  ["", "whole"],
  ["bytes=-", "whole"],
  ["bytes=20-10", "whole"],
  ["bytes=0-9,20-29", "whole"],
  ["items=0-9", "whole"],
  ["x bytes=0-9", "whole"],
  ["bytes=1.5-9", "whole"],
  ["bytes=1000000000000000-", "whole"],
  ["bytes=0-1000000000000000", "whole"],
] as const)("for a file of 1,000 bytes the Range header %j means %j", (header, range) => {
  expect(readRange(header, size)).toEqual(range);
});
