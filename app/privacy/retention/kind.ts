import type { SQL } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";

/** One kind of thing that the nightly run looks for. Its name is stored with the counts of each run. */
export type Kind = {
  kind: string;
  /** As the desk's privacy page calls it, in the plural. */
  words: string;
  /** How many go in one transaction. */
  batch: number;
  /** A select of `id` and `name`, both text, of what is over at `at`: the number of an application, or empty. */
  due: (at: SQL) => SQL;
  /** Removes those of these keys that still are over; how many. */
  remove: (tx: Transaction, ids: readonly string[]) => Promise<number>;
};
