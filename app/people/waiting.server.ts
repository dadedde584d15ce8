import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "~/db/client.server";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { assignRecords, lockPeople } from "./assign.server";
import type { RecordIds } from "./facts.server";

/** So many records are assigned in one transaction. */
const batch = 200;

const waiting = z.array(
  z.object({
    application_id: z.uuid().nullable(),
    inquiry_id: z.uuid().nullable(),
    person_id: z.uuid().nullable(),
  }),
);

/** Assigns what waits longest; whether there may be more. */
export async function assignWaiting(): Promise<boolean> {
  const { rows: any } = await db.execute(sql`select from people_waiting limit 1`);
  if (any.length === 0) return false;
  return db.transaction(async (tx) => {
    await lockPeople(tx);
    const { rows } = await tx.execute(sql`
      delete from people_waiting where id in (select id from people_waiting order by id limit ${batch})
      returning application_id, inquiry_id, person_id`);
    const found = waiting.parse(rows);
    const distinct = (ids: (string | null)[]) => [...new Set(ids.flatMap((one) => one ?? []))];
    await assignRecords(
      tx,
      {
        applications: distinct(found.map((one) => one.application_id)),
        inquiries: distinct(found.map((one) => one.inquiry_id)),
      },
      distinct(found.map((one) => one.person_id)),
    );
    return rows.length === batch;
  });
}

/** Assigns these at once if they are not yet, or wait to be again. */
export async function assignNow({ applications, inquiries }: RecordIds): Promise<void> {
  const ids = { applications: `{${applications.join(",")}}`, inquiries: `{${inquiries.join(",")}}` };
  const { rows } = await db.execute(sql`
    select from unnest(${ids.applications}::uuid[]) one
      where not exists (select from person_records where application_id = one)
        or exists (select from people_waiting where application_id = one)
    union all select from unnest(${ids.inquiries}::uuid[]) one
      where not exists (select from person_records where inquiry_id = one)
        or exists (select from people_waiting where inquiry_id = one)
    limit 1`);
  if (rows.length === 0) return;
  await db.transaction(async (tx) => {
    await lockPeople(tx);
    await tx.execute(sql`
      delete from people_waiting
      where application_id = any(${ids.applications}::uuid[]) or inquiry_id = any(${ids.inquiries}::uuid[])`);
    await assignRecords(tx, { applications, inquiries });
  });
}

/** Named like content that was loaded: it is done once, after the upgrade. */
const stored = "people of earlier records";

/** Assigns what was stored before there were persons, in batches; begun anew, it goes on where it was. */
async function assignStored(signal: AbortSignal): Promise<void> {
  const done = await db.execute(sql`select from loaded_seeds where name = ${stored}`);
  if (done.rows.length > 0) return;
  for (const kind of ["application", "inquiry"] as const) {
    let after: string | null = "00000000-0000-0000-0000-000000000000";
    while (after !== null) {
      if (signal.aborted) return;
      after = await db.transaction((tx) => assignBatch(tx, kind, after ?? ""));
    }
  }
  await db.execute(sql`insert into loaded_seeds (name) values (${stored}) on conflict do nothing`);
}

async function assignBatch(tx: Transaction, kind: "application" | "inquiry", after: string): Promise<string | null> {
  await lockPeople(tx);
  const [table, column] =
    kind === "application" ? ["visa_applications", "application_id"] : ["visa_inquiries", "inquiry_id"];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${sql.raw(table)} one
    where id > ${after} and not exists (select from person_records r where r.${sql.raw(column)} = one.id)
    order by id limit ${batch}`);
  const ids = rows.map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return null;
  await assignRecords(
    tx,
    kind === "application" ? { applications: ids, inquiries: [] } : { applications: [], inquiries: ids },
  );
  return last;
}

const job = defineJob({
  name: "people.assign",
  data: z.object({}),
  retry: { retries: 2, firstWait: 30, maxWait: 60 },
  timeout: 3600,
  schedule: "* * * * *",
});

/** Registers what gives records their persons; the desk does it at once for what it shows (`person-of.server.ts`). */
export function registerPeople(): void {
  registerJob(job, async (_, { signal }) => {
    while (!signal.aborted && (await assignWaiting()));
    await assignStored(signal);
  });
}
