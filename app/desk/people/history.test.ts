import { expect, test } from "vitest";
import { assignWaiting } from "~/people/waiting.server";
import { insertInquiry } from "../../../test/harness/desk/people-rows";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readTimeline } from "./timeline.server";

const database = testDatabase();

test("[K-PPL-2, V-ATK-11] an invalid cursor of a history leads to its first page", async () => {
  const inquiry = await insertInquiry(database, {});
  await assignWaiting();
  const [row] = await database.query<{ id: string }>("select person_id as id from person_records");
  const read = async (before: string | null) => (await readTimeline(row?.id ?? "", before)).entries;
  const first = await read(null);
  expect(first.map(({ record }) => record)).toEqual([inquiry]);
  for (const before of [`0000-01-01T00:00:00Z i${inquiry}`, `2026-01-01T00:00:00Z i\0`, "x", " "])
    expect(await read(before), before).toEqual(first);
  expect(await read(`2020-01-01T00:00:00.000001Z i${inquiry}`)).toEqual([]);
});
