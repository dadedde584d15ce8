import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { digits, folded, searchParts } from "./folded";

const database = testDatabase();

test.each([
  ["Núñez", "nunez"],
  ["Zoë Brontë", "zoe bronte"],
  ["N\u0303un\u0303ez", "nunez"],
  ["ÅNGSTRÖM Łukasz Đặng", "angstrom lukasz dang"],
  ["Søren Weiß, Æsa", "soren weiss, aesa"],
  ["D’Aguilar‑Smith – Ο’Νeill", "daguilarsmith  ονeill"],
  ["Guðrún Þórsdóttir", "gudrun thorsdottir"],
  ["Əliyev Ŋalo Ŧuuri", "eliyev nalo tuuri"],
  ["Ｎａｔａｓｈａ ﬁrst", "natasha first"],
  ["مُحَمَّد أحمد إبراهيم آدم ٱلله", "محمد احمد ابراهيم ادم الله"],
  ["ΟΔΥΣΣΕΑΣ", "οδυσσεασ"],
  ["ЖАННА", "жанна"],
  ["100%_\\", "100%_\\"],
  ["", ""],
])("[K-FIND-1] %j is folded to %j in the app and in the database", async (text, plain) => {
  expect(folded(text)).toBe(plain);
  expect(await database.query("select folded($1) as plain", [text])).toEqual([{ plain }]);
});

test.each([..."'’´`ʻʼ′‘"])("[F-NAME-2, F-APPL-17] the apostrophe %s can be left out", async (apostrophe) => {
  const name = `O${apostrophe}Brien`;
  expect(folded(name)).toBe("obrien");
  expect(await database.query("select folded($1) as plain", [name])).toEqual([{ plain: "obrien" }]);
});

/** Letters of Unicode 17, of which PostgreSQL 18 does not know the small ones yet. */
const isLater = (letter: string) => /[\ua7ce-\ua7d5\ua7f1\u{16ea0}-\u{16ed3}]/u.test(letter);

test("[F-NAME-2] every Unicode letter, before and after another one, is folded alike in the app and in the database", async () => {
  const rows = await database.query<{ at: number; plain: string }>(
    `select at, folded('x' || chr(at) || 'Y') as plain from generate_series(1, 205743) at where at not between 55296 and 57343`,
  );
  const differing = rows.filter(({ at, plain }) => {
    const letter = String.fromCodePoint(at);
    return /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(letter) && !isLater(letter) && folded(`x${letter}Y`) !== plain;
  });
  expect(differing.map(({ at }) => at.toString(16))).toEqual([]);
  expect(rows.length).toBeGreaterThan(200_000);
});

test("[F-NAME-2] texts of several letters are folded alike, and folding again changes nothing", async () => {
  const characters = fc.constantFrom(..."'’´`ʻʼ′-‑–ðþəŋŧłøßæœİıΣςأإآٱىةیک ًّـéÅñ ﬁ");
  const texts = fc.sample(
    fc.array(fc.oneof(characters, fc.string({ unit: "grapheme", maxLength: 1 }))).map((all) => all.join("")),
    500,
  );
  const storable = texts.filter((text) => text.isWellFormed() && !text.includes("\0") && !isLater(text));
  const [row] = await database.query<{ plain: string[] }>(
    "select array(select folded(text) from unnest($1::text[]) with ordinality one (text, place) order by place) as plain",
    [storable],
  );
  expect(storable.map(folded)).toEqual(row?.plain);
  for (const text of storable) expect(folded(folded(text)), text).toBe(folded(text));
});

test("[K-FIND-3] the digits of a phone are the same in the app and in the database", async () => {
  const phone = "+1 (242) 555-0102 ٣";
  expect(digits(phone)).toBe("12425550102");
  expect(await database.query("select digits($1)", [phone])).toEqual([{ digits: "12425550102" }]);
});

const word = (text: string) => ({ words: [text], digits: null });
test.each<[string, ReturnType<typeof searchParts>]>([
  ["  Rolle  NATASHA ", [word("rolle"), word("natasha")]],
  ["+1 (242) 555-0102", [{ words: ["+1", "(242)", "5550102"], digits: "2425550102" }]],
  ["rolle 242.555.0102", [word("rolle"), { words: ["242.555.0102"], digits: "2425550102" }]],
  ["0102 Rolle 12", [{ words: ["0102"], digits: "0102" }, word("rolle"), word("12")]],
  ["+1 (242) 555-0102 ext. 12", [{ words: ["+1", "(242)", "5550102", "ext.", "12"], digits: "2425550102" }]],
  ["242 555 0102 x12 rolle", [{ words: ["242", "555", "0102", "x12"], digits: "2425550102" }, word("rolle")]],
  ["0102 x12", [{ words: ["0102"], digits: "0102" }, word("x12")]],
  ["BV26-7K3M", [word("bv267k3m")]],
  ["- 010", [word("010")]],
  ["", []],
])("[K-FIND-2, K-FIND-3, F-APPL-18] %j is searched for word by word", (query, parts) => {
  expect(searchParts(query)).toEqual(parts);
});
