import { db, type Transaction } from "~/db/client.server";
import type { Done, Refused } from "./refused";

class RolledBack extends Error {
  readonly refused: Refused<unknown>;
  constructor(refused: Refused<unknown>) {
    super("refused");
    this.refused = refused;
  }
}

/**
 * Runs work in one transaction, which a refusal rolls back. With `outer` it is a part of that one (a savepoint): a
 * refusal leaves what was done before.
 */
export async function inTransaction<Result extends Done | Refused<unknown>>(
  work: (tx: Transaction) => Promise<Result>,
  outer?: Transaction,
): Promise<Result> {
  try {
    return await (outer ?? db).transaction(async (tx) => {
      const result = await work(tx);
      if (!result.ok) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refused as Result;
    throw error;
  }
}
