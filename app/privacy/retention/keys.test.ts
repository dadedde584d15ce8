import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { db, type Transaction } from "~/db/client.server";
import { draftOf } from "../../../test/harness/in-process/draft";
import { ownDatabase } from "../../../test/harness/in-process/own-database";
import { kinds } from "./kinds.server";

const database = ownDatabase();
const dialect = new PgDialect();

/** The plans of whatever a kind does with these keys, where no index is too small to be used. */
async function plansOf(remove: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const execute = async (statement: SQL) => {
      if (dialect.sqlToQuery(statement).sql.includes("= any(")) {
        const { rows } = await tx.execute(sql`explain (format json, costs off) ${statement}`);
        plans.push(JSON.stringify(rows));
      }
      return tx.execute(statement);
    };
    await remove(
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
  "[V-RET-11] what is removed of %s is found by the index of its key, however many there are",
  async (_, kind) => {
    const { id } = await draftOf(database);
    const plans = await plansOf((tx) => kind.remove(tx, [id]));
    expect(plans).not.toEqual([]);
    for (const plan of plans) expect(plan).toMatch(/"Index Cond":"[^"]*\((id|key|token_hash) = ANY/);
  },
);
