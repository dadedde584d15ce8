import { randomBytes, scryptSync } from "node:crypto";
import { z } from "zod";
import { config } from "~/config.server";
import { open, seal } from "~/encryption/cipher.server";

/** `SECRET` and `KEYRING`, encrypted with a passphrase; follows the manifest. */
export const keysName = "keys.json";
const aad = `lucaya-backup/${keysName}`;

/** 128 MB and about half a second for each guess (OWASP's first choice for scrypt). */
const strength = { N: 2 ** 17, r: 8, p: 1 };

const entry = z.object({
  salt: z.base64url(),
  N: z
    .number()
    .int()
    .min(2)
    .max(2 ** 20),
  r: z.number().int().min(1).max(16),
  p: z.number().int().min(1).max(4),
  sealed: z.base64url(),
});
const contents = z.object({
  secret: z.string().min(1),
  keyring: z.array(z.object({ name: z.string(), key: z.string() })),
});

export type BackupKeys = { secret: string; keyring: { name: string; key: Buffer }[] };

/** NFKC: on another system the same characters may be other code points. */
const keyOf = (passphrase: string, salt: Buffer, { N, r, p }: typeof strength) =>
  scryptSync(passphrase.normalize("NFKC"), salt, 32, { N, r, p, maxmem: 256 * N * r });

export function sealKeys(passphrase: string): Buffer {
  const salt = randomBytes(32);
  const keyring = config.KEYRING.map(({ name, key }) => ({ name, key: key.toString("base64") }));
  const plain = Buffer.from(JSON.stringify({ secret: config.secret, keyring } satisfies z.input<typeof contents>));
  const sealed = seal(keyOf(passphrase, salt, strength), aad, plain).toString("base64url");
  return Buffer.from(`${JSON.stringify({ ...strength, salt: salt.toString("base64url"), sealed }, null, 1)}\n`);
}

/** Undefined if the passphrase is wrong, or the bytes were changed. */
export function openKeys(bytes: Buffer, passphrase: string): BackupKeys | undefined {
  try {
    const { salt, sealed, ...how } = entry.parse(JSON.parse(bytes.toString()));
    const plain = open(keyOf(passphrase, Buffer.from(salt, "base64url"), how), aad, Buffer.from(sealed, "base64url"));
    const { secret, keyring } = contents.parse(JSON.parse(plain.toString()));
    return { secret, keyring: keyring.map(({ name, key }) => ({ name, key: Buffer.from(key, "base64") })) };
  } catch {
    return undefined;
  }
}
