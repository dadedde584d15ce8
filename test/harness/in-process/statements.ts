import pg from "pg";
import { vi } from "vitest";

/** Batched counts of rate limits are stored once a second, whatever runs then. */
const isScheduled = (statement: string) =>
  /insert into limit_counts as counter[\s\S]*jsonb_to_recordset/.test(statement);

/** The SQL statements that the app ran for `work`, in order. */
export async function statementsOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const spied = vi.spyOn(pg.Client.prototype, "query");
  try {
    const result = await work();
    const statements = spied.mock.calls.map(([query]: unknown[]) =>
      typeof query === "string" ? query : String((query as { text?: unknown }).text),
    );
    return { result, statements: statements.filter((statement) => !isScheduled(statement)) };
  } finally {
    spied.mockRestore();
  }
}
