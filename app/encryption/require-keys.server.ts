import { drizzle } from "drizzle-orm/node-postgres";
import { removeMadeSecrets } from "~/config.server";
import { connect } from "~/db/connect.server";
import { StartError } from "~/db/embedded/binaries.server";
import { ring } from "./keyring.server";
import type { MasterKey } from "./master-keys.server";
import { usedKeys } from "./used-keys.server";

export const missingOf = (needed: readonly string[], keys: readonly MasterKey[] = ring): string[] =>
  needed.filter((id) => !keys.some((key) => key.id === id));

/**
 * Refuses to continue without keys that stored data need: one line with their ids and what to do. Removes a secret that
 * this start created, or the next start would take it for the right one.
 */
export function refuseWithout(missing: readonly string[], whoNeeds: string, outcome: string): never {
  removeMadeSecrets();
  const named = missing.filter((id) => !id.startsWith("secret-"));
  const steps = [
    ...(named.length > 0 ? [`put ${named.join(" and ")} back into KEYRING`] : []),
    ...(named.length < missing.length ? ["set SECRET (unset: the file DATA_DIR/secret) to what it was"] : []),
  ];
  const keys = missing.length > 1 ? "keys" : "key";
  throw new StartError(`${whoNeeds} the missing ${keys} ${missing.join(", ")}: ${steps.join(", and ")}. ${outcome}`);
}

/** Stops the start, before anything is written, if a needed key is missing. Throws a StartError. */
export async function requireKeys(): Promise<void> {
  const client = await connect("lucaya keys");
  try {
    const missing = missingOf(await usedKeys(drizzle(client)));
    if (missing.length > 0) refuseWithout(missing, "Stored data needs", "Nothing was written.");
  } finally {
    await client.end();
  }
}
