import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { draftOf } from "../../../test/harness/in-process/draft";
import { newInquiry } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { sweepPrivacy } from "../sweep.server";
import { eraseInquiryInTransaction, eraseInTransaction } from "./erase.server";
import { beginErasureList, readErasureList } from "./erasure-list.server";

const database = testDatabase();
beforeAll(() => beginErasureList());

class Killed extends Error {}
const isListed = async (id: string) => (await readErasureList())?.some((entry) => entry.id === id);

/** Erases in a transaction that is rolled back after the list entry was written, as if the process was killed. */
const killed = (erase: (tx: Parameters<typeof eraseInTransaction>[0]) => Promise<unknown>) =>
  expect(
    db.transaction(async (tx) => {
      await erase(tx);
      throw new Killed();
    }),
  ).rejects.toThrow(Killed);

test("[V-RET-11, V-ERASE-7] an erasure during which the nightly run was killed is not listed: a restore keeps the data", async () => {
  const [{ id }, inquiry] = [await draftOf(database), await newInquiry()];
  await killed((tx) => eraseInTransaction(tx, id, "schedule"));
  await killed((tx) => eraseInquiryInTransaction(tx, inquiry, "schedule"));
  expect([await isListed(id), await isListed(inquiry)], "until the next hour").toEqual([true, true]);
  await sweepPrivacy();
  expect([await isListed(id), await isListed(inquiry)]).toEqual([false, false]);
});

test.each([true, false])(
  "[V-ERASE-7] an erasure running in that hour is listed only if it completes: %s",
  async (isDone) => {
    const { id } = await draftOf(database);
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
    const erasing = db
      .transaction(async (tx) => {
        await eraseInTransaction(tx, id, "schedule");
        isWritten();
        await go;
        if (!isDone) throw new Killed();
      })
      .catch((err: unknown) => err);
    await written;
    const sweeping = sweepPrivacy();
    await Promise.race([sweeping, untilWaiting(database)]);
    resolve();
    expect(await erasing).toEqual(isDone ? undefined : expect.any(Killed));
    await sweeping;
    expect(await isListed(id)).toBe(isDone);
  },
);

test("[V-ERASE-7] a completed erasure stays listed, even if the database was restored by other means", async () => {
  const { id } = await draftOf(database);
  await db.transaction((tx) => eraseInTransaction(tx, id, "schedule"));
  await sweepPrivacy();
  expect(await isListed(id)).toBe(true);
  await draftOf(database, { id });
  await sweepPrivacy();
  expect(await isListed(id)).toBe(true);
});

test("[V-ERASE-7] an entry truncated while it was written doesn't prevent reading the list", async () => {
  const { id } = await draftOf(database);
  await db.transaction((tx) => eraseInTransaction(tx, id, "schedule"));
  const folder = join(config.dataDir, "documents", "visa-documents", "erasures");
  writeFileSync(join(folder, `${crypto.randomUUID()}.json.${crypto.randomUUID()}.part`), '{"id":');
  expect(await isListed(id)).toBe(true);
  await sweepPrivacy();
  expect(await isListed(id)).toBe(true);
});
