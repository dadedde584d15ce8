import { z } from "zod";
import type { Transaction } from "~/db/client.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";

/** Handled by `cases`, which know whose turn follows from it. Without a template: the settings, which all may name. */
export const agreementsChanged = defineJob({
  name: "agreements.changed",
  data: z.object({ templateId: z.uuid().optional() }),
  // What was done before a crash is done again, and then changes nothing.
  retry: { retries: 100, firstWait: 1, maxWait: 60 },
  timeout: 3600,
});

/**
 * Enqueues what follows for open cases when an agreement's text or a setting has changed, in the same transaction: an
 * offer may have become one that nobody can sign, or one that can be signed again.
 */
export const noteAgreementsChanged = (tx: Transaction, templateId?: string): Promise<void> =>
  enqueue(tx, agreementsChanged, templateId === undefined ? {} : { templateId });
