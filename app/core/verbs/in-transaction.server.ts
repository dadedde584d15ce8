import { db, type Transaction } from "~/db/client.server";
import type { Done, Refused } from "./refused";

class RolledBack extends Error {
  readonly refused: Refused<unknown>;
  constructor(refused: Refused<unknown>) {
    super("refused");
    this.refused = refused;
  }
}

/** Runs a verb's work in one transaction, which a refusal rolls back. */
export async function inTransaction<Result extends Done | Refused<unknown>>(
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      if (!result.ok) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refused as Result;
    throw error;
  }
}
