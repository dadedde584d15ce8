import type { Queried } from "../app-server.ts";
import { applicant } from "./applicant.ts";

/** The tables of steps 1 to 7, in order. */
export const stepTables = [
  "applicant_information",
  "passport_information",
  "contact_information",
  "trip_details",
  "family_background",
  "employment_education",
  "security_questionnaire",
];

/** The answers of `applicant` as stored in `metadata`: yes and no as booleans, one list. */
export function fullMetadata(change: Record<string, Record<string, unknown>> = {}): Record<string, unknown> {
  const booleans: Record<string, unknown> = { yes: true, no: false, on: true };
  const steps = Object.values(applicant).map((stepAnswers, index) => {
    const number = index + 1;
    const entries = Object.entries(stepAnswers).filter(([name]) => !name.includes("["));
    const answers = Object.fromEntries(entries.map(([name, value]) => [name, booleans[value] ?? value]));
    if (number === 1)
      Object.assign(answers, { email: "n@mail.example", otherNames: [{ type: "maiden", name: "Rolle" }] });
    return [`step${number}`, { ...answers, ...change[`step${number}`] }];
  });
  return Object.fromEntries(steps);
}

/** Inserts applications as by an older release: answers in `metadata`, no step row. Returns their ids. */
export async function addApplications(app: Queried, metadata: unknown, count = 1): Promise<string[]> {
  const rows = await app.query<{ id: string }>(
    `insert into visa_applications (application_number, user_email, metadata)
     select 'OLD-' || gen_random_uuid(), 'older@mail.example', $1::jsonb from generate_series(1, $2) returning id`,
    [JSON.stringify(metadata), count],
  );
  return rows.map(({ id }) => id);
}

/** The number of rows of an application in each step table. */
export async function rowCounts(app: Queried, id: string): Promise<number[]> {
  const counts = stepTables.map((table) => `(select count(*)::int from ${table} where application_id = $1)`);
  const [row] = await app.query<{ counts: number[] }>(`select array[${counts.join(", ")}] as counts`, [id]);
  return row?.counts ?? [];
}

/** All step rows with all columns. */
export async function allRows(app: Queried): Promise<{ name: string; application_id: string; row: unknown }[]> {
  const each = stepTables.map(
    (table) => `select '${table}' as name, application_id, to_jsonb(t) as row from ${table} t`,
  );
  return app.query(`${each.join(" union all ")} order by 1, 2`);
}

export type Run = { state: string; total: number; done: number; successful: number; failed: number };

/** The last migration run of all applications. */
export async function latestRun(app: Queried): Promise<Run | undefined> {
  const columns = "state::text, total, done, successful, failed";
  const [run] = await app.query<Run>(`select ${columns} from migration_runs order by started_at desc limit 1`);
  return run;
}

/** The number of rows of each step table. */
export async function rowTotals(app: Queried): Promise<number[]> {
  const counts = stepTables.map((table) => `(select count(*)::int from ${table})`);
  const [row] = await app.query<{ counts: number[] }>(`select array[${counts.join(", ")}] as counts`);
  return row?.counts ?? [];
}
