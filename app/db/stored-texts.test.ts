import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();

const migration = readFileSync("app/db/migrations/0010_texts.sql", "utf8").split("--> statement-breakpoint");
const migrate = () =>
  db.transaction(async (tx) => {
    for (const statement of migration) await tx.execute(statement);
  });

const one = async (text: string, values: unknown[] = []) =>
  Object.values((await database.query(text, values))[0] ?? {})[0];
const service = (column: string, slug: string) => one(`select ${column} from visa_services where slug = $1`, [slug]);
const question = { old: "What does the total price include?", now: "What does a price include?" };

/** What an earlier release delivered, beside what staff wrote since. */
const stored = [
  `update visa_services set processing_time = '7-14 days', fee_recipient = '', further_fee = 'plus a stamp',
     application_steps = '[{"step": 1, "title": "Decision", "description": "Usually within 7-14 days. We tell you what to carry and how to complete the arrival form."},
       {"step": 2, "title": "Ours", "description": "Usually within 7-14 days."}]' where slug = 'jamaica-visitor-visa'`,
  `update visa_services set fee_recipient = 'the consulate in Miami', processing_times = '{"Standard decision": "9 days"}',
     requirements = array['A letter', 'Medical certificate issued recently'] where slug = 'schengen-visitor-visa'`,
  `update visa_services set requirements = array['Our own line', 'Medical certificate issued recently'],
     processing_times = '{"General permit": "4-8 weeks", "Self-Employment permit": "4-8 weeks, after the business approval", "Spousal permit": "4-8 weeks", "Temporary permit (up to 90 days)": "2-4 weeks"}'
     where slug = 'bahamas-work-visa'`,
  "update visa_pricing_tiers set tier_name = 'Child 6-11', government_fee = 60 where tier_name = 'Child 6–11'",
  `update faqs set question = '${question.old}', answer = 'Our own answer.', names_rules = false where question = '${question.now}'`,
  `update blog_posts set content = E'Our own beginning.\\n\\nThe eTA is linked to one passport for up to five years. When you renew the passport, it is gone, even if the email says otherwise.'
     where slug = 'canada-eta-or-visitor-visa'`,
  "update seo_metadata set title = 'Our own title' where page_path = '/bahamian-evisa'",
  "delete from site_settings where key = 'office_hours'",
  `update site_settings set value = '"2020–2024"' where key = 'approval_period'`,
];

beforeAll(async () => {
  for (const text of stored) await database.query(text);
  await migrate();
});

test("[L-WORDS-1] a text that stands as an earlier release delivered it gets the words of now", async () => {
  expect(await service("processing_time", "jamaica-visitor-visa")).toBe("7–14 days");
  expect(await service("fee_recipient", "jamaica-visitor-visa")).toBe("the Jamaican authorities");
  expect(await service("application_steps -> 0 ->> 'description'", "jamaica-visitor-visa")).toMatch(
    /^Usually within {time}\. /,
  );
  expect(await service("requirements", "bahamas-work-visa")).toContain(
    "Medical certificate issued within 30 days before filing",
  );
  expect(await service("processing_time_list -> 1", "bahamas-work-visa")).toEqual({
    label: "Self-Employment permit",
    time: "{time}, after the business approval",
  });
  expect(await one("select government_fee::float from visa_pricing_tiers where tier_name = 'Child 6–11'")).toBe(60);
  expect(await one("select content from blog_posts where slug = 'canada-eta-or-visitor-visa'")).toContain(
    "{validity:canadian-eta}",
  );
  expect(await one("select answer from faqs where question = $1", [question.now])).toBe("Our own answer.");
  expect(await one("select value -> 'saturday' from site_settings where key = 'office_hours'")).toEqual([
    ["10:00", "15:00"],
  ]);
});

test("[L-WORDS-1] what staff wrote stays as it is", async () => {
  expect(await service("application_steps -> 1 ->> 'description'", "jamaica-visitor-visa")).toBe(
    "Usually within 7-14 days.",
  );
  expect(await service("further_fee", "jamaica-visitor-visa")).toBe("plus a stamp");
  expect(await service("fee_recipient", "schengen-visitor-visa")).toBe("the consulate in Miami");
  expect(await service("processing_times", "schengen-visitor-visa")).toEqual({ "Standard decision": "9 days" });
  expect(await service("requirements", "schengen-visitor-visa")).toEqual([
    "A letter",
    "Medical certificate issued recently",
  ]);
  expect(await service("requirements[1]", "bahamas-work-visa")).toBe("Our own line");
  expect(await one("select content from blog_posts where slug = 'canada-eta-or-visitor-visa'")).toMatch(
    /^Our own beginning\.\n\nThe eTA/,
  );
  expect(await one("select title from seo_metadata where page_path = '/bahamian-evisa'")).toBe("Our own title");
  expect(await one("select value from site_settings where key = 'approval_period'")).toBe("2020–2024");
});

test("[L-WORDS-1] a question in the words of now is not asked twice", async () => {
  await database.query("insert into faqs (question, answer, category) values ($1, 'Theirs.', 'Fees & Payment')", [
    question.old,
  ]);
  await migrate();
  expect(await one("select answer from faqs where question = $1", [question.old])).toBe("Theirs.");
  expect(await one("select count(*)::int from faqs where question = $1", [question.now])).toBe(1);
});
