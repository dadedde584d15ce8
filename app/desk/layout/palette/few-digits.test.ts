import pg from "pg";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { insertInquiries } from "../../../../test/harness/desk/inquiry-rows";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { find } from "./palette.server";

const database = testDatabase();

const plan: z.ZodType<Plan> = z.lazy(() =>
  z.looseObject({
    ...{ "Actual Rows": z.number(), "Actual Loops": z.number(), "Rows Removed by Filter": z.number().default(0) },
    ...{ Filter: z.string().default(""), Plans: z.array(plan).default([]) },
  }),
);
type Plan = {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter": number;
  Filter: string;
  Plans: Plan[];
};
/** How many rows a plan compares with the search text. */
const comparedIn = (node: Plan): number =>
  (node.Filter.includes("_text") ? (node["Actual Rows"] + node["Rows Removed by Filter"]) * node["Actual Loops"] : 0) +
  node.Plans.reduce((sum, plan) => sum + comparedIn(plan), 0);

/** The plans of the palette's queries for a search. */
async function plansOf(sought: string) {
  const spied = vi.spyOn(pg.Client.prototype, "query");
  await find(sought);
  const queries = spied.mock.calls.flatMap(([query, values]: unknown[]) => {
    const text = z.object({ text: z.string() }).safeParse(query).data?.text;
    return text?.includes("search_text") ? { text, values: z.array(z.unknown()).parse(values) } : [];
  });
  spied.mockRestore();
  const plans: { text: string; compared: number }[] = [];
  for (const { text, values } of queries) {
    const [answer] = await database.query(`explain (analyze, format json) ${text}`, values);
    const [top] = z.object({ "QUERY PLAN": z.array(z.object({ Plan: plan })) }).parse(answer)["QUERY PLAN"];
    plans.push({ text, compared: top ? comparedIn(top.Plan) : Number.NaN });
  }
  return plans;
}

test("[F-RUN-3] however many records begin with the typed digits, the palette compares at most 2000 of each kind, cheaply", async () => {
  await database.query(
    `insert into visa_applications (application_number, user_email, created_at)
     select 'BV26-12' || lpad(n::text, 5, '0'), '12a@digits.example', now() - n * interval '1 minute'
     from generate_series(1, 6000) n`,
  );
  await insertInquiries(database, 1, 3000);
  for (const table of ["visa_applications", "visa_inquiries", "people"])
    await database.query(`vacuum analyze ${table}`);
  for (const query of ["12", "242", "0", "12 24", "wu"]) {
    const plans = await plansOf(query);
    for (const { text, compared } of plans) {
      expect(text).not.toContain("few_digits");
      expect(compared, `${query}: ${text}`).toBeLessThanOrEqual(2000);
    }
    expect(plans.length, query).toBe(query === "0" ? 0 : 3);
  }
  expect((await find("12"))[0]?.hits).toHaveLength(6);
});
