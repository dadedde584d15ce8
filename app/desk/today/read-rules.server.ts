import { and, asc, eq, sql } from "drizzle-orm";
import { passportName } from "~/content/editing/kinds/rules/fields";
import { ruleName } from "~/content/rules/words";
import { calendarDate, daysAfter, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { countries } from "~/db/schema/catalogue";
import { entryRules as t } from "~/db/schema/site/rules";
import type { Line } from "./lines";

const passports = sql<string[]>`array(
  select p.passport from entry_rule_passports p where p.rule_id = ${t.id} order by p.passport)`;

type Row = { id: string; destination: string; purpose: (typeof t.$inferSelect)["purpose"]; passports: string[] };

const lineOf = ({ id, destination, purpose, passports: of }: Row, says: string): Line => ({
  ...{ id, to: `/admin/content/rules/${id}`, name: destination, number: "", isMine: false, isSample: false },
  says: `${ruleName(of, purpose, passportName)} · ${says}`,
});

const columns = { id: t.id, destination: countries.name, purpose: t.purpose, passports };

/** Public rules that were never checked, or longer ago than they allow, the longest overdue first. */
export async function readRulesToCheck({ limit, offset }: { limit: number; offset: number }) {
  const due = and(eq(t.published, true), sql`coalesce(${t.checkedOn} + ${t.reviewDays} < ${nassauDay()}::date, true)`);
  const [count, rows] = await Promise.all([
    db.$count(t, due),
    db
      .select({ ...columns, checkedOn: t.checkedOn, reviewDays: t.reviewDays })
      .from(t)
      .innerJoin(countries, eq(countries.id, t.destinationId))
      .where(due)
      .orderBy(sql`${t.checkedOn} + ${t.reviewDays} nulls first`, asc(countries.name), asc(t.id))
      .limit(limit)
      .offset(offset),
  ]);
  const says = ({ checkedOn, reviewDays }: (typeof rows)[number]) =>
    checkedOn ? `due since ${calendarDate(daysAfter(checkedOn, reviewDays + 1))}` : "never checked";
  return { count, lines: rows.map((row) => lineOf(row, says(row))) };
}

/** Public rules that name services which are inactive or no longer exist: visitors don't see these services. */
export async function rulesWithoutService(): Promise<Line[]> {
  const rows = await db
    .select({
      ...columns,
      missing: sql<string[]>`array(
        select n ->> 'name' from jsonb_array_elements(${t.notNeeded} || coalesce(${t.service}, '[]'::jsonb)) n
        where not exists (select from visa_services s where s.id::text = n ->> 'id' and s.is_active)
        order by 1)`.as("missing"),
    })
    .from(t)
    .innerJoin(countries, eq(countries.id, t.destinationId))
    .where(eq(t.published, true))
    .orderBy(asc(countries.name), asc(t.purpose), asc(t.id));
  return rows.flatMap((row) => {
    if (row.missing.length === 0) return [];
    const named = row.missing.map((name) => `“${name}”`).join(", ");
    const line = lineOf(
      row,
      `${named} ${row.missing.length === 1 ? "is" : "are"} not active. The answer leaves it out.`,
    );
    return [{ ...line, id: `rule ${row.id}`, name: `Entry rule: ${line.name}` }];
  });
}
