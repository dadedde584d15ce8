import type { Program } from "./program";
import { until } from "./visitor";

/** Waits until the queue has finished all jobs of applications; mails may still be pending. */
export async function queueIsDone(program: Program): Promise<void> {
  const open = "select 1 from pgboss.job where name like 'applications.%' and state < 'completed' limit 1";
  await until("the queue has nothing left of applications", async () => (await program.query(open)).length === 0);
}
