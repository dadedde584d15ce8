import pg from "pg";
import { vi } from "vitest";

/** The SQL statements that the app ran during `work`, in order. */
export async function statementsOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const spied = vi.spyOn(pg.Client.prototype, "query");
  try {
    const result = await work();
    const statements = spied.mock.calls.map(([query]: unknown[]) =>
      typeof query === "string" ? query : String((query as { text?: unknown }).text),
    );
    return { result, statements };
  } finally {
    spied.mockRestore();
  }
}
