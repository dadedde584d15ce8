import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { db, type Transaction } from "~/db/client.server";
import { draftOf } from "../../../test/harness/in-process/draft";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { kinds } from "./kinds.server";
import { nextDue } from "./run.server";

const database = testDatabase();
const dialect = new PgDialect();

/** The plans of all queries, with sequential scans and sorts disabled, because the test tables are small. */
async function plansOf(run: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  await db.transaction(async (tx) => {
    for (const way of ["seqscan", "bitmapscan", "sort"])
      await tx.execute(sql`set local ${sql.raw(`enable_${way}`)} = off`);
    const execute = async (statement: SQL) => {
      if (!dialect.sqlToQuery(statement).sql.includes("set local")) {
        const { rows } = await tx.execute(sql`explain (format json, costs off) ${statement}`);
        plans.push(JSON.stringify(rows));
      }
      return tx.execute(statement);
    };
    await run(
      new Proxy(tx, {
        get: (of, name) => {
          if (name === "execute") return execute;
          const value: unknown = Reflect.get(of, name);
          return typeof value === "function" ? value.bind(of) : value;
        },
      }),
    );
  });
  return plans;
}

test.each(kinds.filter(({ kind }) => kind !== "mail-texts").map((kind) => [kind.kind, kind] as const))(
  "[V-RET-11] deleting %s finds the rows by the key's index, however many there are",
  async (_, kind) => {
    const { id } = await draftOf(database);
    const plans = (await plansOf((tx) => kind.remove(tx, [id]))).filter((plan) => plan.includes("ANY"));
    expect(plans).not.toEqual([]);
    for (const plan of plans) expect(plan).toMatch(/"Index Cond":"[^"]*\((id|key|token_hash|message_hash) = ANY/);
  },
);

/** Kinds with many rows: the others are few, or found by what they belong to. */
const dated = kinds.filter(({ kind }) => !["applications", "email-changes", "restricted-cases"].includes(kind));

test.each(dated.map((kind) => [kind.kind, kind] as const))(
  "[V-RET-11] the next due rows of %s are found by an index of their date, without sorting all due rows",
  async (_, kind) => {
    const last = { id: kind.keyType === "text" ? "a" : crypto.randomUUID(), name: "", dated: "2020-01-01" };
    const [plan = ""] = await plansOf((tx) => nextDue(tx, kind, { startedAt: new Date() }, last));
    expect(plan).not.toContain('"Node Type":"Sort"');
    expect(plan).toMatch(/"Index Cond":"[^"]*(_at|_until|_ends)\)? [<>]|"Index Cond":"[^"]*GREATEST[^"]* [<>]/);
  },
);
