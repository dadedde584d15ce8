import { pool } from "~/db/client.server";
import { startQueue, stopQueue } from "~/jobs/queue.server";
import { registerFeatures } from "../../../server/features";
import { prepareDatabase } from "../../../server/prepare";

/** Brings a database to the state after a first start. */
export async function makeFresh(): Promise<void> {
  await prepareDatabase();
  registerFeatures();
  // Creates the queues that verbs enqueue into.
  await startQueue();
  await stopQueue({ graceful: false });
  // In case something was due in that moment.
  await pool.query("delete from pgboss.job");
  await pool.end();
}
