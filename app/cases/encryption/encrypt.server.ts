import { and, asc, eq, gt, not, sql } from "drizzle-orm";
import { z } from "zod";
import { knownSteps, metadataKey, stepByCode } from "~/applications/steps/registry";
import { encryptForStorage, storedAnswersOf } from "~/applications/submission/answers.server";
import {
  hasEncrypted,
  isAnyPlain,
  isAnyUnreadable,
  openedRow,
  type Sealer,
  sealedRow,
  sealedSteps,
} from "~/applications/submission/sealed-answers.server";
import { stepTables, tableNameOf } from "~/applications/submission/step-tables.server";
import { refreshSent } from "~/cases/items/sent.server";
import { unreadableAnswer } from "~/core/unreadable";
import { db, type Transaction } from "~/db/client.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { applicationSubmissions, type Metadata, visaApplications } from "~/db/schema/applications";
import { requireDataKey } from "~/encryption/data-keys.server";
import type { StepDefinition } from "~/form-engine/definition";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";

/** How many applications go into one transaction: their rows are locked for as long as it takes. */
const batchSize = 50;

const encryptAll = defineJob({
  name: "applications.encrypt",
  data: z.object({}),
  // After a crash or a lost database connection it goes on with what is left.
  retry: { retries: 1000, firstWait: 1, maxWait: 600 },
  timeout: 6 * 3600,
});

/** Registers the job that encrypts applications from before encryption; call before the queue starts. */
export function registerEncryption(): void {
  registerJob(encryptAll, (_, { signal }) => encryptApplications(signal));
}

const waiting = not(visaApplications.isEncrypted);

/** How many applications still wait to be encrypted. */
export const countPlainApplications = (): Promise<number> => db.$count(visaApplications, waiting);

/** Has the applications encrypted that were stored before, if there are any (V-ENC-9); call once the queue runs. */
export async function encryptEarlierApplications(): Promise<void> {
  const [one] = await db.select({ id: visaApplications.id }).from(visaApplications).where(waiting).limit(1);
  if (one) await db.transaction((tx) => enqueue(tx, encryptAll, {}));
}

/**
 * Encrypts what is left, batch after batch. An application that fails is logged, holds up no other, and is tried again:
 * at the end this throws when there was one, for the queue to come back.
 */
export async function encryptApplications(signal?: AbortSignal): Promise<void> {
  let last = "00000000-0000-0000-0000-000000000000";
  let failed = 0;
  for (;;) {
    signal?.throwIfAborted();
    const batch = await db.transaction((tx) => encryptBatch(tx, last));
    failed += batch.failed;
    if (!batch.last && failed > 0) throw new Error(`${failed} applications could not be encrypted`);
    if (!batch.last) return;
    last = batch.last;
    // Lets the event loop answer other requests between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Encrypts the next applications; the id of the last one, nothing when none is left, and how many failed. */
async function encryptBatch(tx: Transaction, after: string): Promise<{ last: string | undefined; failed: number }> {
  let failed = 0;
  const batch = await tx
    .select({ id: visaApplications.id, metadata: visaApplications.metadata })
    .from(visaApplications)
    .where(and(waiting, gt(visaApplications.id, after)))
    .orderBy(asc(visaApplications.id))
    .limit(batchSize)
    .for("no key update");
  const answers = await storedAnswersOf(batch, tx);
  for (const { id } of batch) {
    try {
      await tx.transaction((inner) => encryptOne(inner, id, answers.get(id) ?? null));
    } catch (err) {
      if (isDatabaseUnavailable(err) || /^40/.test(sqlState(err) ?? "")) throw err;
      failed += 1;
      log.error({ err, applicationId: id }, "an application could not be encrypted; it is tried again later");
    }
  }
  return { last: batch.at(-1)?.id, failed };
}

/** One application: its answers, the rows of its steps and what was signed. Nothing else of it changes. */
async function encryptOne(tx: Transaction, applicationId: string, answers: Metadata | null): Promise<void> {
  const sealer: Sealer = { applicationId, key: await requireDataKey({ applicationId }, tx) };
  for (const step of knownSteps) refuseUnreadable(step, answers?.[metadataKey(step)]);
  const { metadata, ...beside } = encryptForStorage(sealer, answers);
  await tx
    .update(visaApplications)
    // Drizzle takes JSON's null, as records of unknown origin may hold, for SQL's.
    .set({ ...(answers === null ? {} : { metadata }), ...beside, isEncrypted: true })
    .where(eq(visaApplications.id, applicationId));
  await refreshSent(tx, applicationId);
  for (const code of Object.keys(stepTables)) await encryptRow(tx, sealer, code);
  const [signed] = await tx
    .select({ steps: applicationSubmissions.steps })
    .from(applicationSubmissions)
    .where(eq(applicationSubmissions.applicationId, applicationId));
  if (!signed || !isAnyPlain(signed.steps)) return;
  await tx
    .update(applicationSubmissions)
    .set({ steps: sealedSteps(sealer, signed.steps) })
    .where(eq(applicationSubmissions.applicationId, applicationId));
}

/** What a save has encrypted already and can't be read is left as it is. */
function refuseUnreadable(step: StepDefinition, opened: unknown) {
  if (typeof opened === "object" && opened !== null && isAnyUnreadable(step, { ...opened }))
    throw new Error("An encrypted answer can't be read");
}

async function encryptRow(tx: Transaction, sealer: Sealer, code: string): Promise<void> {
  const step = stepByCode(code);
  if (!step || !hasEncrypted(step)) return;
  const table = tableNameOf(code);
  const name = sql.identifier(table);
  const { rows } = await tx.execute<Record<string, unknown>>(
    sql`select * from ${name} where application_id = ${sealer.applicationId}`,
  );
  const [stored] = rows;
  if (!stored) return;
  const plain = openedRow(sealer, step, { table, row: stored });
  if (Object.values(plain).includes(unreadableAnswer)) throw new Error("An encrypted column can't be read");
  const { row } = sealedRow(sealer, step, { table, row: plain }, stored);
  const columns = Object.keys(row).filter((column) => row[column] !== stored[column]);
  if (columns.length === 0) return;
  const given = Object.fromEntries(columns.map((column) => [column, row[column]]));
  const set = sql.join(
    columns.map((column) => sql`${sql.identifier(column)} = r.${sql.identifier(column)}`),
    sql`, `,
  );
  await tx.execute(sql`
    update ${name} t set ${set} from jsonb_populate_record(null::${name}, ${JSON.stringify(given)}::jsonb) r
    where t.application_id = ${sealer.applicationId}`);
}
