import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import {
  byCreatedAt,
  cursorOf,
  cursorParams,
  type Order,
  type PageCursor,
  type PageQuery,
  readPage,
} from "./keyset.server";

const database = testDatabase();
const idOf = (position: number) => `00000000-0000-4000-8000-00000000000${position}`;
/** Rows 1 to 7; 3 and 4 were made in the same millisecond, a microsecond apart, 5 and 6 at once. */
const seconds = ["1.0", "2.0", "3.000001", "3.000002", "5.0", "5.0", "7.0"];
beforeAll(async () => {
  await database.query("create table things (id uuid primary key, created_at timestamptz not null)");
  for (const [index, second] of seconds.entries())
    await database.query("insert into things values ($1, timestamptz '2026-01-01' + $2::interval)", [
      idOf(index + 1),
      `${second} seconds`,
    ]);
});

async function read({ beyond, orderBy, limit }: PageQuery) {
  const where: SQL = beyond ? sql`where ${beyond}` : sql``;
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from things ${where} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`,
  );
  return rows;
}
const numberOf = (id: string | null) => (id === null ? null : Number(id.slice(-1)));
/** A page of three as numbers: the rows, and the cursors of the next and the previous page. */
async function page(order: Order, cursor: PageCursor) {
  const { rows, next, previous } = await readPage(order, cursor, 3, read);
  return [rows.map(({ id }) => numberOf(id)), numberOf(next), numberOf(previous)];
}
const start = { row: undefined, backwards: false };
const beyond = (position: number) => ({ row: idOf(position), backwards: false });
const back = (position: number) => ({ row: idOf(position), backwards: true });

describe("pages of three out of seven rows", () => {
  test("newest first, paging forth and back reaches every row", async () => {
    const order = byCreatedAt("things");
    expect(await page(order, start)).toEqual([[7, 6, 5], 5, null]);
    expect(await page(order, beyond(5))).toEqual([[4, 3, 2], 2, 4]);
    expect(await page(order, beyond(2))).toEqual([[1], null, 1]);
    expect(await page(order, beyond(4)), "exactly full").toEqual([[3, 2, 1], null, 3]);
    expect(await page(order, back(1))).toEqual([[4, 3, 2], 2, 4]);
    expect(await page(order, back(4))).toEqual([[7, 6, 5], 5, null]);
  });

  test("oldest first, paging forth and back reaches every row", async () => {
    const order = byCreatedAt("things", false);
    expect(await page(order, start)).toEqual([[1, 2, 3], 3, null]);
    expect(await page(order, beyond(3))).toEqual([[4, 5, 6], 6, 4]);
    expect(await page(order, beyond(6))).toEqual([[7], null, 7]);
    expect(await page(order, back(7))).toEqual([[4, 5, 6], 6, 4]);
    expect(await page(order, back(4))).toEqual([[1, 2, 3], 3, null]);
  });

  test("a cursor beyond the rows gives an empty page, or the first page if the list outlives its rows", async () => {
    const outliving = { ...byCreatedAt("things"), outlivesRows: true };
    expect(await page(byCreatedAt("things"), beyond(9))).toEqual([[], null, null]);
    expect(await page(outliving, beyond(9))).toEqual([[7, 6, 5], 5, 7]);
    expect(await page(outliving, back(9))).toEqual([[3, 2, 1], 1, 3]);
    expect(await page({ ...byCreatedAt("things", false), outlivesRows: true }, beyond(9))).toEqual([[1, 2, 3], 3, 1]);
    expect(await page(outliving, beyond(5)), "and a row that is there counts").toEqual([[4, 3, 2], 2, 4]);
  });
});

test("a cursor is a row and a direction: `before` pages on, `after` pages back", () => {
  expect(cursorOf({})).toEqual({ row: undefined, backwards: false });
  expect(cursorOf({ before: "a" })).toEqual({ row: "a", backwards: false });
  expect(cursorOf({ after: "b" })).toEqual({ row: "b", backwards: true });
  expect(cursorOf({ before: "a", after: "b" })).toEqual({ row: "a", backwards: false });
});

test("a cursor in the URL has to be an id, otherwise it is ignored", () => {
  const { before, after } = cursorParams;
  expect([before.parse(idOf(1)), after.parse(idOf(1))]).toEqual([idOf(1), idOf(1)]);
  for (const wrong of ["", "1", 5, ["a"], undefined])
    expect([before.parse(wrong), after.parse(wrong)]).toEqual([undefined, undefined]);
});
