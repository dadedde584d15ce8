import type { SQL } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";

export type KeyType = "uuid" | "text";

/** One kind of thing that the nightly run looks for. Its name is stored with the counts of each run. */
export type Kind = {
  kind: string;
  /** As the desk's privacy page calls it, in the plural. */
  words: string;
  /** How many go in one transaction. */
  batch: number;
  /** The type of its keys; `uuid` where it says nothing. */
  keyType?: KeyType;
  /**
   * A select of what is over at `at`: its key `id`, its `name` (the number of an application, or empty), and the date
   * `dated` by which, and then by its key, the next ones are found.
   */
  due: (at: SQL) => SQL;
  /** Removes those of these keys that still are over; how many. */
  remove: (tx: Transaction, ids: readonly string[]) => Promise<number>;
  /** After a removal that failed: takes back what it did outside of its transaction. */
  takeBack?: (id: string) => Promise<void>;
};
