import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { publishNow, sendDraft } from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../../../test/harness/waiting";

const database = testDatabase();
const rule = {
  ...{ passports: "Jamaica", destination: "HT", purpose: "visit", answer: "required" },
  ...{ source_name: "Immigration Rules, Appendix Visitor", source_url: "https://www.gov.uk/rules" },
  ...{ source_dated: "2026-01-05", checked_on: nassauDay(), review_days: "90" },
};

test("[B-RULE-12] a rule whose country is deleted meanwhile stays a draft that says why", async () => {
  const staff = await staffMember(database, "regular_admin");
  await database.query("insert into countries (name, code, flag_emoji) values ('Haiti', 'HT', '🇭🇹')");
  const draft = await sendDraft(staff, "rules", "new", rule);
  const key = draft.ok ? draft.key : expect.fail("no draft");
  let published: ReturnType<typeof publishNow> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from countries where code = 'HT'`);
    published = publishNow(staff, { kind: "rules", key, number: 1 });
    await untilWaiting(database, "countries");
  });
  expect(await published).toMatchObject({ ok: false, reason: "invalid" });
  expect(await database.query("select 1 from entry_rules where id = $1", [key])).toEqual([]);
});
