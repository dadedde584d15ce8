import { db } from "~/db/client.server";
import { isRotating } from "~/encryption/rotate.server";
import { countKeys, type KeyCount } from "~/encryption/used-keys.server";

export type PrivacyState = {
  keys: KeyCount[];
  isRenewing: boolean;
};

/** Reads the page's state, also for its polling; all of it is derived from the data. */
export async function readPrivacyState(): Promise<PrivacyState> {
  const [keys, isRenewing] = await Promise.all([countKeys(db), isRotating(db)]);
  return { keys, isRenewing };
}
