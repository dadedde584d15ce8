import { hkdfSync } from "node:crypto";

/** Wraps data keys. Its id is its name and a fingerprint, so that another key of the same name is noticed. */
export type MasterKey = { id: string; key: Buffer; search: Buffer };

const derive = (from: Buffer, use: string) => Buffer.from(hkdfSync("sha256", from, "", `lucaya ${use}`, 32));

function masterKey(name: string, secret: Buffer): MasterKey {
  const fingerprint = derive(secret, "fingerprint of a key").toString("hex").slice(0, 8);
  return {
    id: `${name}-${fingerprint}`,
    key: derive(secret, "wrapping of data keys"),
    search: derive(secret, "search"),
  };
}

/** The configured keys in order: those of KEYRING, then the one from SECRET. */
export const masterKeys = (keyring: readonly { name: string; key: Buffer }[], secret: string): MasterKey[] => [
  ...keyring.map(({ name, key }) => masterKey(name, key)),
  masterKey("secret", Buffer.from(secret)),
];
