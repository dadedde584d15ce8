import { createHmac } from "node:crypto";
import { config } from "~/config.server";
import { singleton } from "~/singleton.server";
import { open, seal } from "./cipher.server";
import { type MasterKey, masterKeys } from "./master-keys.server";

/** A key as stored: encrypted with the master key `by`. */
export type Wrapped = { wrapped: string; by: string };

/** This process's master keys: the first encrypts, all decrypt. */
export const ring = singleton("keyring", () => masterKeys(config.KEYRING, config.secret));

/** Replaces this process's keys: a restore also reads with those of the backup. */
export function replaceRing(keys: readonly MasterKey[]): void {
  ring.splice(0, ring.length, ...keys);
}

export const activeKeyId = (): string => firstOf(ring).id;

function firstOf(keys: readonly MasterKey[]): MasterKey {
  const [first] = keys;
  if (!first) throw new Error("A keyring has a key");
  return first;
}

/** Its master key is missing (KEYRING or SECRET), or its bytes were changed. */
export class UnusableKey extends Error {}

/** Wraps a data key with the active master key, for one place only, such as `data_keys/{id}`. */
export function wrap(dataKey: Buffer, aad: string, keys: readonly MasterKey[] = ring): Wrapped {
  const { id, key } = firstOf(keys);
  return { wrapped: seal(key, aad, dataKey).toString("base64url"), by: id };
}

/** Throws an UnusableKey, also if it was changed or belongs to another place. */
export function unwrap({ wrapped, by }: Wrapped, aad: string, keys: readonly MasterKey[] = ring): Buffer {
  const found = keys.find(({ id }) => id === by);
  if (!found) throw new UnusableKey(`The key ${by} is missing`);
  try {
    return open(found.key, aad, Buffer.from(wrapped, "base64url"));
  } catch {
    throw new UnusableKey(`The key of ${aad} was changed`);
  }
}

/** Digests for an exact search: an HMAC of the text under each master key's search key, the active one first. */
export const searchDigests = (purpose: string, text: string, keys: readonly MasterKey[] = ring): string[] =>
  keys.map(({ search }) =>
    createHmac("sha256", search)
      .update(JSON.stringify([purpose, text]))
      .digest("base64url")
      .slice(0, 22),
  );
