import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** AES-256-GCM, in bytes. */
const keyBytes = 32;
export const nonceBytes = 12;
export const tagBytes = 16;

export const newKey = (): Buffer => randomBytes(keyBytes);

/** AES-256-GCM with a random nonce: nonce, ciphertext, tag. `place` is the additional authenticated data. */
export function seal(key: Buffer, aad: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(aad));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** Throws if a bit was changed, or for another place or key. */
export function open(key: Buffer, aad: string, sealed: Buffer): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new Error("Sealed bytes are cut off");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
