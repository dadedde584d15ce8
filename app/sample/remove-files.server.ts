import { z } from "zod";
import type { Transaction } from "~/db/client.server";
import { removeDocument } from "~/documents/storage.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";

/** All files in one job: one by one, hundreds of them would keep the queue busy for half an hour. */
const removeFilesJob = defineJob({
  name: "sample.remove-files",
  data: z.object({ storageKeys: z.array(z.string()) }),
  retry: { retries: 20, firstWait: 10, maxWait: 3600 },
  timeout: 300,
});

/** Registers the job that deletes files of sample data; call before the queue starts. */
export function registerSamples(): void {
  registerJob(removeFilesJob, async ({ storageKeys }, { signal }) => {
    const waiting = [...storageKeys];
    const worker = async () => {
      for (let key = waiting.pop(); key; key = waiting.pop()) {
        signal.throwIfAborted();
        await removeDocument(key);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  });
}

/** Deletes the files after the caller's transaction has committed. */
export async function removeFiles(tx: Transaction, storageKeys: string[]): Promise<void> {
  if (storageKeys.length > 0) await enqueue(tx, removeFilesJob, { storageKeys });
}
