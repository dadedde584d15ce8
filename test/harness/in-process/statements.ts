import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { vi } from "vitest";

/** Batched counts of rate limits are stored once a second by a timer that a request may have set. */
const isScheduled = (statement: string) =>
  /insert into limit_counts as counter[\s\S]*jsonb_to_recordset/.test(statement);

const running = new AsyncLocalStorage<{ statements: string[] }>();

/**
 * The SQL statements that the app ran for `work`, in order: without those of timers set before, such as the job queue's
 * that reads its queues once a minute.
 */
export async function statementsOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const own = { statements: [] as string[] };
  const original = pg.Client.prototype.query;
  const spied = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given;
    const text = typeof query === "string" ? query : String((query as { text?: unknown }).text);
    if (running.getStore() === own && !isScheduled(text)) own.statements.push(text);
    return Reflect.apply(original, this, given);
  });
  try {
    const result = await running.run(own, work);
    return { result, statements: own.statements };
  } finally {
    spied.mockRestore();
  }
}
