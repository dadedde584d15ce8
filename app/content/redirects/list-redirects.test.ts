import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { listRedirects } from "./list-redirects.server";

const database = testDatabase();

test("redirects are listed by their source path, a hundred a page, and the last page has no next page", async () => {
  const add = (from: number, to: number) =>
    database.query(
      `insert into redirects (from_path, to_address, made_by)
       select '/old-' || to_char(n, 'fm000'), '/new', 'ana@lucaya.example' from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  const page = async (number: number) => {
    const { rows, count, isLast } = await listRedirects(number);
    return [rows.length, rows[0]?.from, rows.at(-1)?.from, count, isLast];
  };
  await add(1, 100);
  expect(await page(1)).toEqual([100, "/old-001", "/old-100", 100, true]);
  await add(101, 101);
  expect(await page(1)).toEqual([100, "/old-001", "/old-100", 101, false]);
  expect(await page(2)).toEqual([1, "/old-101", "/old-101", 101, true]);
});
