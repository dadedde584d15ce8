import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { config } from "~/config.server";
import { StartError } from "~/db/embedded/binaries.server";
import { activeKeyId, replaceRing } from "~/encryption/keyring.server";
import { masterKeys } from "~/encryption/master-keys.server";
import { missingOf, refuseWithout } from "~/encryption/require-keys.server";
import { rewrapKeys } from "~/encryption/rewrap-keys.server";
import { keyTables, usedKeys, wrappedKeys } from "~/encryption/used-keys.server";
import { passphraseOf } from "./passphrase";
import { openKeys } from "./sealed-keys";

const nothing = "Nothing was restored.";

/**
 * Ensures that the needed keys exist, before anything is written: in this installation, or in the backup as `sealed`,
 * which a passphrase opens. Then this process reads with both. Returns the SECRET to restore; throws a StartError with
 * one line.
 */
export async function openBackupKeys(
  needed: readonly string[],
  sealed: Buffer | undefined,
): Promise<string | undefined> {
  const missing = missingOf(needed);
  const refuse = (ids: readonly string[]) => refuseWithout(ids, "The backup needs", nothing);
  if (!sealed && missing.length > 0) refuse(missing);
  if (!sealed || (missing.length === 0 && config.BACKUP_PASSPHRASE === undefined)) return undefined;
  const keys = openKeys(sealed, await passphraseOf());
  if (!keys) throw new StartError(`The passphrase is not right. ${nothing}`);
  const lasting = masterKeys(config.KEYRING, config.SECRET ?? keys.secret);
  const brought = masterKeys(keys.keyring, keys.secret).filter(({ id }) => !lasting.some((own) => own.id === id));
  const missingKeys = missingOf(needed, [...lasting, ...brought]);
  if (missingKeys.length > 0) refuse(missingKeys);
  replaceRing([...lasting, ...brought]);
  return config.SECRET ? undefined : keys.secret;
}

/**
 * Rewraps, in the restore's transaction, what only a key of the backup's KEYRING opens: the installation will not have
 * that key. `lasting`: the ids that it will have. `endRestore` renews the digests of passport numbers.
 */
export async function rewrapForRestore(client: Client, lasting: readonly string[]): Promise<void> {
  const tx = drizzle(client);
  const unreadable = new Set<string>();
  const old = (await usedKeys(tx)).filter((id) => !lasting.includes(id));
  if (old.length === 0) return;
  while ((await rewrapKeys(tx, old, unreadable)).isLeft);
  // Damaged rows stay as they are, and must not require a missing key.
  const damaged = sql`${sql.param([...unreadable])}::uuid[]`;
  for (const table of await keyTables(tx))
    await tx.execute(
      sql`update ${sql.raw(table)} set ${wrappedKeys[table].by} = ${activeKeyId()} where id = any(${damaged})`,
    );
}

export const keyIdsAfterRestore = (secret: string | undefined): string[] =>
  masterKeys(config.KEYRING, config.SECRET ?? secret ?? config.secret).map(({ id }) => id);
