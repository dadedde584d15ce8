import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "~/db/client.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { assignRecords, lockPeople, tryLockPeople } from "./assign.server";
import { idList, type RecordIds, recordKinds } from "./facts.server";

const batch = 200;
/** Few enough that a page need not wait; the job runs every minute. */
const pageBatch = 25;

const waiting = z.array(
  z.object({
    id: z.string(),
    application_id: z.uuid().nullable(),
    inquiry_id: z.uuid().nullable(),
    client_id: z.uuid().nullable(),
    person_id: z.uuid().nullable(),
  }),
);
type Waiting = z.output<typeof waiting>;
const columns = sql`id::text, application_id, inquiry_id, client_id, person_id`;
const oldest = (limit: number) => sql`order by people_waiting.id limit ${limit}`;

async function doesAnyWait(): Promise<boolean> {
  const { rows } = await db.execute(sql`select from people_waiting limit 1`);
  return rows.length > 0;
}

/** Assigns the oldest queued records, under the lock; returns how many. */
async function assignOldest(tx: Transaction, limit: number): Promise<number> {
  const { rows } = await tx.execute(sql`
    delete from people_waiting where id in (select id from people_waiting ${oldest(limit)}) returning ${columns}`);
  await assignThese(tx, waiting.parse(rows));
  return rows.length;
}

function assignThese(tx: Transaction, these: Waiting): Promise<void> {
  const distinct = (ids: (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))];
  const ids = {
    application: distinct(these.map((row) => row.application_id)),
    inquiry: distinct(these.map((row) => row.inquiry_id)),
    client: distinct(these.map((row) => row.client_id)),
  };
  return assignRecords(tx, ids, distinct(these.map((row) => row.person_id)));
}

/** Lock not available (55P03) or deadlock (40P01): the record is retried in the next run. */
export const isLockConflict = (error: unknown) => ["55P03", "40P01"].includes(sqlState(error) ?? "");

/** Returns whether there may be more. If a batch fails, each record is assigned separately. */
export async function assignWaiting(): Promise<boolean> {
  if (!(await doesAnyWait())) return false;
  try {
    return await db.transaction(async (tx) => {
      await lockPeople(tx);
      return (await assignOldest(tx, batch)) === batch;
    });
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.warn({ err }, "records could not be given their persons together");
    return assignEach();
  }
}

/** Drops records that can't be assigned at all, so that they block nobody; locked ones stay queued. */
async function assignEach(): Promise<boolean> {
  const { rows } = await db.execute(sql`select ${columns} from people_waiting ${oldest(batch)}`);
  let lockedCount = 0;
  for (const row of waiting.parse(rows)) {
    const deletion = sql`delete from people_waiting where id = ${row.id} returning ${columns}`;
    try {
      await db.transaction(async (tx) => {
        await lockPeople(tx);
        const { rows: claimed } = await tx.execute(deletion);
        await assignThese(tx, waiting.parse(claimed));
      });
    } catch (err) {
      if (isDatabaseUnavailable(err)) throw err;
      if (isLockConflict(err)) lockedCount++;
      else {
        const { application_id: application, inquiry_id: inquiry, client_id: client } = row;
        log.error({ err, application, inquiry, client }, "a record has no person");
        await db.execute(deletion);
      }
    }
  }
  return rows.length === batch && lockedCount === 0;
}

/** For page loads: skipped if the lock or a record is taken. The job does the rest. */
async function whileFree(isNeeded: () => Promise<boolean>, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  try {
    if (!(await isNeeded())) return;
    await db.transaction(async (tx) => {
      if (await tryLockPeople(tx)) await work(tx);
    });
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    if (!isLockConflict(err)) log.error({ err }, "records could not be given their persons");
  }
}

export const assignForPage = (): Promise<void> => whileFree(doesAnyWait, (tx) => assignOldest(tx, pageBatch));

/** Assigns these before a page shows them, if they are new or queued. */
export async function assignNow(ids: RecordIds): Promise<void> {
  const isNeeded = async () => {
    const ofKinds = recordKinds.map((kind) => {
      const column = sql.identifier(`${kind}_id`);
      return sql`(select from unnest(${idList(ids[kind] ?? [])}) one
        where not exists (select from person_records where ${column} = one)
          or exists (select from people_waiting where ${column} = one) limit 1)`;
    });
    const { rows } = await db.execute(sql.join(ofKinds, sql` union all `));
    return rows.length > 0;
  };
  await whileFree(isNeeded, (tx) => assignInside(tx, ids));
}

/** Assigns these at once, in the caller's transaction under `lockPeople`: they are queued no longer. */
export async function assignInside(tx: Transaction, ids: RecordIds): Promise<void> {
  const isOne = recordKinds.map((kind) => sql`${sql.identifier(`${kind}_id`)} = any(${idList(ids[kind] ?? [])})`);
  await tx.execute(sql`delete from people_waiting where ${sql.join(isOne, sql` or `)}`);
  await assignRecords(tx, ids);
}

/** Stored like a seed: it runs once, after the upgrade. */
const stored = "people of earlier records";

/** Assigns records from before there were persons, in batches; a restart continues where it was. */
async function assignStored(signal: AbortSignal): Promise<void> {
  const done = await db.execute(sql`select from loaded_seeds where name = ${stored}`);
  if (done.rows.length > 0) return;
  for (const kind of ["application", "inquiry"] as const) {
    let after: string | null = "00000000-0000-0000-0000-000000000000";
    while (after !== null) {
      if (signal.aborted) return;
      after = await assignBatch(kind, after);
    }
  }
  await db.execute(sql`insert into loaded_seeds (name) values (${stored}) on conflict do nothing`);
}

/** Returns the last id of the batch, or null. Records of a failed batch are queued, to be assigned separately. */
async function assignBatch(kind: "application" | "inquiry", after: string): Promise<string | null> {
  let ids: string[] = [];
  try {
    await db.transaction(async (tx) => {
      await lockPeople(tx);
      ids = await withoutPerson(tx, kind, after);
      await assignRecords(tx, { [kind]: ids });
    });
  } catch (err) {
    if (isDatabaseUnavailable(err) || ids.length === 0) throw err;
    log.warn({ err }, "stored records could not be given their persons together");
    const column = sql.raw(`${kind}_id`);
    await db.execute(sql`insert into people_waiting (${column}) select unnest(${idList(ids)})`);
  }
  return ids.at(-1) ?? null;
}

async function withoutPerson(tx: Transaction, kind: "application" | "inquiry", after: string): Promise<string[]> {
  const table = sql.raw(kind === "application" ? "visa_applications" : "visa_inquiries");
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${table} one
    where id > ${after} and not exists (select from person_records r where r.${sql.raw(`${kind}_id`)} = one.id)
    order by id limit ${batch}`);
  return rows.map(({ id }) => id);
}

const job = defineJob({
  name: "people.assign",
  data: z.object({}),
  retry: { retries: 2, firstWait: 30, maxWait: 60 },
  timeout: 3600,
  schedule: "* * * * *",
});

/** Registers the assignment job; the desk assigns what it shows at once (`person-of.server.ts`). */
export function registerPeople(): void {
  registerJob(job, async (_, { signal }) => {
    while (!signal.aborted && (await assignWaiting()));
    await assignStored(signal);
  });
}
