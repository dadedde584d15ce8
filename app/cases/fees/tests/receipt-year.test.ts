import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { draftOf, submitted } from "../../../../test/harness/in-process/draft";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { addEntry } from "../ledger.server";

const database = testDatabase();

test("[C-FEE-7] a receipt number has the year in Nassau, which ends hours after Greenwich's", async () => {
  const { id } = await draftOf(database, submitted);
  /** The receipt of a payment at an instant, which the transaction takes for the present one. */
  const receiptAt = (instant: string) =>
    db.transaction(async (tx) => {
      await tx.execute(
        sql.raw(`
        create or replace function public.clock_timestamp() returns timestamptz language sql
          as $$ select timestamptz '${instant}' $$;
        set local search_path = public, pg_catalog`),
      );
      const payment = { kind: "payment", amount: "1.00", name: "Payment", method: "card" } as const;
      return (await addEntry(tx, { id, isSample: false }, payment, { receipt: true })).receiptNumber;
    });
  expect(await receiptAt("2027-01-01T04:59:59Z")).toBe("LR-2026-000001");
  expect(await receiptAt("2027-01-01T05:00:00Z")).toBe("LR-2027-000001");
});
