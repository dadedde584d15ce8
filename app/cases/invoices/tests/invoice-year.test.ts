import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { takeNumber } from "../next-number.server";

testDatabase();

test("[M-INV-2] a number has the year in Nassau, which ends hours after Greenwich's, and each kind its own", async () => {
  /** What is taken at an instant, which the transaction takes for the present one. */
  const takenAt = (instant: string, kind: "invoice" | "credit_note") =>
    db.transaction(async (tx) => {
      await tx.execute(
        sql.raw(`
        create or replace function public.clock_timestamp() returns timestamptz language sql
          as $$ select timestamptz '${instant}' $$;
        set local search_path = public, pg_catalog`),
      );
      const { number, issuedOn } = await takeNumber(tx, kind, { isSample: false });
      return { number, issuedOn };
    });
  const before = "2027-01-01T04:59:59Z";
  expect(await takenAt(before, "invoice")).toEqual({ number: "LI-2026-000001", issuedOn: "2026-12-31" });
  expect(await takenAt(before, "invoice")).toMatchObject({ number: "LI-2026-000002" });
  expect(await takenAt(before, "credit_note")).toMatchObject({ number: "LC-2026-000001" });
  expect(await takenAt("2027-01-01T05:00:00Z", "invoice")).toEqual({
    number: "LI-2027-000001",
    issuedOn: "2027-01-01",
  });
});
