import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/core/activity.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { singleton } from "~/singleton.server";
import { activeKeyId, ring } from "./keyring.server";
import { rewrapKeys } from "./rewrap-keys.server";
import { countKeys, usedKeys } from "./used-keys.server";

const renewal = defineJob({
  name: "encryption.renew",
  // The new active key: an instance with another first key leaves the job to one with this.
  data: z.object({ to: z.string() }),
  // After a crash or a lost connection it continues with what the first key does not wrap yet.
  retry: { retries: 100, firstWait: 1, maxWait: 60 },
  timeout: 6 * 3600,
});

/** Renews what else depends on the master keys, such as digests, of these applications. */
export type RotationHook = (tx: Transaction, applicationIds: readonly string[]) => Promise<void>;
const more = singleton<{ renew?: RotationHook | undefined }>("renewal of keys", () => ({}));

/** Registers the job. `renewMore` runs in the transaction that rewraps the applications' keys. */
export function registerKeyRotation(renewMore?: RotationHook): void {
  more.renew = renewMore;
  registerJob(renewal, async ({ to }, { signal }) => {
    if (to === activeKeyId()) await rotateAll({ signal });
    else log.error({ to, writes: activeKeyId() }, "keys were to be renewed with one that does not write here");
  });
}

async function renewMoreOf(tx: Transaction, applicationIds: readonly string[]): Promise<void> {
  if (applicationIds.length > 0) await more.renew?.(tx, applicationIds);
}

/** Digests made with another key than the one that wraps the data key, as by an instance with another keyring. */
async function renewDigests(signal?: AbortSignal): Promise<void> {
  const digestLabels = ring.filter(({ id }) => id !== activeKeyId()).map(({ id }) => `key:${id}`);
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    signal?.throwIfAborted();
    const after = last;
    const found = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select id from visa_applications
        where (passport_digests && ${sql.param(digestLabels)}::text[]
          or (sent_passport_digests <> '{}' and sent_passport_digests && ${sql.param(digestLabels)}::text[])) and id > ${after}
        order by id limit 200`);
      const ids = rows.map(({ id }) => id);
      await renewMoreOf(tx, ids);
      return ids;
    });
    const end = found.at(-1);
    if (!end) return;
    last = end;
  }
}

const openJobs = sql`select 1 from pgboss.job where name = ${renewal.name} and state in ('created', 'retry', 'active')`;

/** Whether a rotation is queued or running, on any instance. */
export async function isRotating(from: Queryable): Promise<boolean> {
  return (await from.execute(openJobs)).rows.length > 0;
}

/** Enqueues a rotation; the caller's transaction must have `locks.rotationStart`. False if one is running. */
export async function enqueueRotation(tx: Transaction): Promise<boolean> {
  if (await isRotating(tx)) return false;
  await enqueue(tx, renewal, { to: activeKeyId() });
  return true;
}

export type RotationProgress = { done: number; total: number };

export async function rotationProgress(from: Queryable): Promise<RotationProgress> {
  const keys = await countKeys(from);
  const sum = (subset: typeof keys) => subset.reduce((all, { dataKeys }) => all + dataKeys, 0);
  return { done: sum(keys.filter(({ state }) => state === "writes")), total: sum(keys) };
}

type Renewal = { signal?: AbortSignal; onProgress?: () => Promise<void> };

/** Rewraps all keys in short transactions; returns how many are unusable. Concurrent runs share the work. */
export async function rotateAll({ signal, onProgress }: Renewal): Promise<number> {
  const unreadable = new Set<string>();
  for (;;) {
    signal?.throwIfAborted();
    const { renewed, isLeft } = await db.transaction(async (tx) => {
      const old = (await usedKeys(tx)).filter((id) => id !== activeKeyId());
      const batch = await rewrapKeys(tx, old, unreadable);
      await renewMoreOf(tx, batch.applicationIds);
      return batch;
    });
    if (!isLeft) break;
    await onProgress?.();
    // Nothing rewrapped: the rest is locked by a save for a moment. Otherwise let other requests run between batches.
    await new Promise((resolve) => (renewed === 0 ? setTimeout(resolve, 50) : setImmediate(resolve)));
  }
  await renewDigests(signal);
  const { total } = await rotationProgress(db);
  const details = { total, unreadable: unreadable.size };
  await recordActivity(db, null, { actionType: "keys_renewed", subjectType: "keys", details });
  return unreadable.size;
}
