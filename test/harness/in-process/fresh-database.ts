import { pool } from "~/db/client.server";
import { startQueue, stopQueue } from "~/jobs/queue.server";
import { registerFeatures } from "../../../server/features";
import { prepareDatabase } from "../../../server/prepare";

/** Makes the database that the address names what it is after a first start. */
export async function makeFresh(): Promise<void> {
  await prepareDatabase();
  registerFeatures();
  // Makes the queues that verbs enqueue into.
  await startQueue();
  await stopQueue({ graceful: false });
  // Should something have been due in that moment.
  await pool.query("delete from pgboss.job");
  await pool.end();
}
