import { expect, test } from "vitest";
import { ownDatabase } from "../../test/harness/in-process/own-database";
import { digits, folded, searchParts } from "./folded";

const database = ownDatabase();

test.each([
  ["Núñez", "nunez"],
  ["Zoë Brontë", "zoe bronte"],
  ["N\u0303un\u0303ez", "nunez"],
  ["ÅNGSTRÖM Łukasz Đặng", "angstrom lukasz dang"],
  ["Søren Weiß, Æsa", "soren weiss, aesa"],
  ["D’Aguilar‑Smith – Ο’Νeill", "d'aguilar-smith - ο'νeill"],
  ["ЖАННА", "жанна"],
  ["100%_\\", "100%_\\"],
  ["", ""],
])("[K-FIND-1] %j is compared as %j, in the program and in the database", async (text, plain) => {
  expect(folded(text)).toBe(plain);
  expect(await database.query("select folded($1) as plain", [text])).toEqual([{ plain }]);
});

test("[K-FIND-3] the digits of a phone are the same in the program and in the database", async () => {
  const phone = "+1 (242) 555-0102 ٣";
  expect(digits(phone)).toBe("12425550102");
  expect(await database.query("select digits($1)", [phone])).toEqual([{ digits: "12425550102" }]);
});

const word = (text: string) => ({ words: [text], digits: null });
test.each<[string, ReturnType<typeof searchParts>]>([
  ["  Rolle  NATASHA ", [word("rolle"), word("natasha")]],
  ["+1 (242) 555-0102", [{ words: ["+1", "(242)", "555-0102"], digits: "2425550102" }]],
  ["rolle 242.555.0102", [word("rolle"), { words: ["242.555.0102"], digits: "2425550102" }]],
  ["0102 Rolle 12", [{ words: ["0102"], digits: "0102" }, word("rolle"), word("12")]],
  ["BV26-7K3M", [word("bv26-7k3m")]],
  ["- 010", [word("-"), word("010")]],
  ["", []],
])("[K-FIND-2] [K-FIND-3] %j is searched for part by part", (typed, parts) => {
  expect(searchParts(typed)).toEqual(parts);
});
