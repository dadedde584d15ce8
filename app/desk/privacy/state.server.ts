import { db } from "~/db/client.server";
import { isRotating } from "~/encryption/rotate.server";
import { countKeys, type KeyCount } from "~/encryption/used-keys.server";

export type PrivacyState = {
  keys: KeyCount[];
  isRenewing: boolean;
};

/** What the page shows and asks for again while something goes on; all of it follows from the data themselves. */
export async function readPrivacyState(): Promise<PrivacyState> {
  const [keys, isRenewing] = await Promise.all([countKeys(db), isRotating(db)]);
  return { keys, isRenewing };
}
