import { createHmac, hkdfSync } from "node:crypto";
import { config } from "~/config.server";
import { survivesReload } from "~/survives-reload.server";
import { open, seal } from "./cipher.server";

/** A key that wraps data keys. Its id is its name and a fingerprint, so that another key of the same name is told. */
export type MasterKey = { id: string; key: Buffer; search: Buffer };

/** A key as it lies beside the data: encrypted with the master key `by`. */
export type Wrapped = { wrapped: string; by: string };

const derive = (from: Buffer, use: string) => Buffer.from(hkdfSync("sha256", from, "", `lucaya ${use}`, 32));

function masterKey(name: string, secret: Buffer): MasterKey {
  const fingerprint = derive(secret, "fingerprint of a key").toString("hex").slice(0, 8);
  return {
    id: `${name}-${fingerprint}`,
    key: derive(secret, "wrapping of data keys"),
    search: derive(secret, "search"),
  };
}

/**
 * The keys of a setting, in their order: those of KEYRING, then the one from SECRET (V-ENC-10). `keyring` is as
 * `parseKeyring` returns it.
 */
export const masterKeys = (keyring: readonly { name: string; key: Buffer }[], secret: string): MasterKey[] => [
  ...keyring.map(({ name, key }) => masterKey(name, key)),
  masterKey("secret", Buffer.from(secret)),
];

/** The program's own keys: the first writes, all read. */
export const ring = survivesReload("keyring", () => masterKeys(config.KEYRING, config.secret));

/** Other keys take their place in this process: a restore reads with those of the backup, too. */
export function replaceRing(keys: readonly MasterKey[]): void {
  ring.splice(0, ring.length, ...keys);
}

/** The id of the key that writes. */
export const writingKey = (): string => firstOf(ring).id;

function firstOf(keys: readonly MasterKey[]): MasterKey {
  const [first] = keys;
  if (!first) throw new Error("A keyring has a key");
  return first;
}

/** A data key can't be unwrapped: its master key is missing (KEYRING or SECRET), or its bytes were changed. */
export class UnusableKey extends Error {}

/** Wraps a data key with the key that writes, for one place only, such as `data_keys/{id}`. */
export function wrap(dataKey: Buffer, place: string, keys: readonly MasterKey[] = ring): Wrapped {
  const { id, key } = firstOf(keys);
  return { wrapped: seal(key, place, dataKey).toString("base64url"), by: id };
}

/** The data key itself. Throws an UnusableKey, also when it was changed or belongs to another place. */
export function unwrap({ wrapped, by }: Wrapped, place: string, keys: readonly MasterKey[] = ring): Buffer {
  const found = keys.find(({ id }) => id === by);
  if (!found) throw new UnusableKey(`The key ${by} is missing`);
  try {
    return open(found.key, place, Buffer.from(wrapped, "base64url"));
  } catch {
    throw new UnusableKey(`The key of ${place} was changed`);
  }
}

/**
 * What an exact search compares: an HMAC of the text under the search key of each master key, the one that writes first
 * (V-ENC-8).
 */
export const searchDigests = (purpose: string, text: string, keys: readonly MasterKey[] = ring): string[] =>
  keys.map(({ search }) =>
    createHmac("sha256", search)
      .update(JSON.stringify([purpose, text]))
      .digest("base64url")
      .slice(0, 22),
  );
