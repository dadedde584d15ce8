import { expect, test } from "vitest";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { checkSaveLimit, consumeSaveLimit } from "../limits.server";

testDatabase();
let browsers = 0;
/** The results of this many saves, each from a new browser. */
const saves = (address: string, count: number) =>
  new Set(Array.from({ length: count }, () => consumeSaveLimit({ address, holder: `browser ${++browsers}` }).allowed));

test("[V-ATK-22] an IP can save 600 times a minute, its network ten times as often, and a browser 30 times", () => {
  expect(saves("203.0.113.1", 600)).toEqual(new Set([true]));
  expect([...saves("203.0.113.1", 1), checkSaveLimit("203.0.113.1").allowed]).toEqual([false, false]);
  for (let host = 2; host <= 10; host++) expect(saves(`203.0.113.${host}`, 600)).toEqual(new Set([true]));
  expect([...saves("203.0.113.11", 1), checkSaveLimit("203.0.113.11").allowed]).toEqual([false, false]);
  const own = () => consumeSaveLimit({ address: "203.0.114.1", holder: "own" }).allowed;
  expect(new Set(Array.from({ length: 30 }, own))).toEqual(new Set([true]));
  expect([own(), ...saves("203.0.114.1", 1)]).toEqual([false, true]);
});
