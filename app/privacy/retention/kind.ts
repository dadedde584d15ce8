import type { SQL } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";

export type KeyType = "uuid" | "text";

/** A kind of data that the nightly run processes. Its name is stored with the counts of each run. */
export type Kind = {
  kind: string;
  /** The plural on the desk's privacy page. */
  label: string;
  /** How many are removed per transaction. */
  batch: number;
  /** The type of its keys; by default `uuid`. */
  keyType?: KeyType;
  /**
   * A select of rows due at `time`: the key `id`, its `name` (an application's number, or empty), and the date `dated`,
   * which together with the key is the cursor.
   */
  due: (time: SQL) => SQL;
  /** Removes those of these keys that are still due; returns how many. */
  remove: (tx: Transaction, ids: readonly string[]) => Promise<number>;
  /** After a failed removal: reverts what it did outside its transaction. */
  takeBack?: (id: string) => Promise<void>;
};
