import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { findThing } from "../kinds.server";
import { screenOfVersion } from "../overview.server";
import { earlierIn, readEditor } from "../read-editor.server";
import { versionsBelow } from "../versions.server";
import { historySize } from "./history.server";
import { shortened, wordDiff } from "./word-diff";

const database = testDatabase();
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(() => database.query("truncate content_versions"));

const item = findThing("settings", "site") ?? expect.fail("no settings");
/** Versions of the settings, each based on the one before it; the last restores the first. */
const versions = (count: number) =>
  database.query(
    `insert into content_versions (kind, key, number, data, based_on, published_at, replaced_at)
     select 'settings', 'site', n, jsonb_build_object('address_line1', n || ' Bay Street'),
       case when n = $1 then 1 else n - 1 end, now() + n * interval '1 s', case when n < $1 then now() + n * interval '1 s' end
     from generate_series(1, $1) n`,
    [count],
  );
const historyAt = async (search: string) => {
  const view = await readEditor(superAdmin.staff, item, earlierIn(new URL(`https://lucaya.example/${search}`)));
  return view ?? expect.fail("no view");
};

test("[O-EDIT-9] the history is paginated newest first, with links to older pages and back to the newest", async () => {
  await versions(historySize * 2 + 1);
  const newest = await historyAt("");
  expect(newest.history.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => 51 - index));
  expect(newest.historyPages).toEqual({ screen: "/admin/content/settings", older: 27, isNewest: true });
  expect(newest.base).toBe(51);
  const wordsOf = (position: number) => newest.history[position]?.changes[0]?.parts.map(({ words }) => words);
  expect(wordsOf(0), "from one in another part").toEqual(["1 ", "51 ", "Bay Street"]);
  expect(wordsOf(24)).toEqual(["26 ", "27 ", "Bay Street"]);

  const second = await historyAt("?earlier=27");
  expect(second.history.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => 26 - index));
  expect(second.historyPages).toMatchObject({ older: 2, isNewest: false });
  expect(second.base, "the form is that of the newest").toBe(51);
  const last = await historyAt("?earlier=2");
  expect(last.history.map(({ number, state }) => [number, state])).toEqual([[1, "replaced"]]);
  expect(last.historyPages).toMatchObject({ older: null, isNewest: false });
  expect((await historyAt("?earlier=x")).historyPages.isNewest).toBe(true);
});

test("[O-EDIT-14] a link of the record leads to the history page that has its version", async () => {
  await versions(historySize + 1);
  const screenAt = async (number: number) => {
    const [version] = await versionsBelow(db, item, number + 1, 1);
    return screenOfVersion(version?.id ?? "");
  };
  expect(await screenAt(2)).toBe("/admin/content/settings#version-2");
  expect(await screenAt(1)).toBe("/admin/content/settings?earlier=2#version-1");
  expect((await historyAt("?earlier=2")).history.map(({ number }) => number)).toEqual([1]);
});

test("[O-EDIT-9] the diff of long texts shows only some words around a change", () => {
  const repeated = (word: string) => `${word} `.repeat(5000);
  const parts = wordDiff(`${repeated("a")}old ${repeated("b")}`, `${repeated("a")}new ${repeated("b")}`);
  const fifteen = (word: string) => `${word} `.repeat(15);
  expect(shortened(parts).map(({ words }) => words)).toEqual([
    `… ${fifteen("a")}`,
    "old ",
    "new ",
    `${fifteen("b")}… `,
  ]);
  const between = shortened([
    { is: "new", words: "x " },
    { is: "same", words: repeated("b") },
    { is: "gone", words: "y " },
    { is: "same", words: repeated("c") },
  ]);
  expect(between.map(({ words }) => words)).toEqual([
    "x ",
    `${fifteen("b")}… ${fifteen("b")}`,
    "y ",
    `${fifteen("c")}… `,
  ]);
  const short = { is: "same" as const, words: fifteen("d") };
  expect(shortened([short, { is: "new", words: "x" }])[0]).toEqual(short);
});
