import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { entryText } from "~/accounts/activity/read.server";
import { searchCondition } from "~/cases/desk/list/search.server";
import { subscriberText } from "~/content/newsletter/desk/subscribers.server";
import { db } from "~/db/client.server";
import { searched } from "~/db/found-by.server";
import { people } from "~/db/schema/people";
import { mailText } from "~/desk/mails/log.server";
import { inquirySearch } from "~/inquiries/desk/search.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";

testDatabase();

/** The plan of a query with sequential scans disabled, because the test tables are small. */
const planOf = (table: string, condition: SQL | undefined) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute(
      sql`explain (format json, costs off) select id from ${sql.identifier(table)} where ${condition}`,
    );
    return JSON.stringify(rows);
  });

test.each(["1", "12", "242", "rolle 12", "+242"])(
  "[F-RUN-3] searching a list for %s uses an index and scans no table",
  async (query) => {
    for (const [table, condition] of [
      ["visa_applications", searchCondition(query)],
      ["visa_inquiries", inquirySearch(query)],
      ["people", searched(people.searchText, query)],
      ["email_notifications", searched(mailText, query)],
      ["admin_activity_log", searched(entryText, query)],
      ["newsletter_subscribers", searched(subscriberText, query)],
    ] as const) {
      const plan = await planOf(table, condition);
      expect(plan, table).not.toContain("Seq Scan");
      expect(plan, table).toMatch(/_few_digits|_search_text|_found_by|_subject_name/);
    }
  },
);

test("[F-RUN-3] few digits are found at the start of a number, but not within phones", async () => {
  const found = async (text: string, query: string) => {
    const { rows } = await db.execute<{ is: boolean }>(sql`select ${searched(sql`${text}::text`, query)} as is`);
    return rows[0]?.is;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("a", "0", "1", "2", " ", "bv26"), { maxLength: 12 }),
      fc.stringMatching(/^[0-2]{1,3}$/),
      async (parts, query) => {
        const text = parts.join("");
        const expected = new RegExp(`(^|[^0-9])${query}`).test(text);
        expect(await found(`${text}${String.fromCharCode(31)}012 112`, query)).toBe(expected);
      },
    ),
    { numRuns: 60 },
  );
});
