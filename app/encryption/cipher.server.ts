import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Of AES-256-GCM, in bytes. */
const keyBytes = 32;
export const nonceBytes = 12;
export const tagBytes = 16;

/** A new random key. */
export const newKey = (): Buffer => randomBytes(keyBytes);

/**
 * Encrypts with AES-256-GCM under a random nonce: nonce, ciphertext, tag. What it is opened with has to name the same
 * place, so that it is of no use anywhere else.
 */
export function seal(key: Buffer, place: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** The plain bytes. Throws when a bit was changed, and when they were sealed for another place or with another key. */
export function open(key: Buffer, place: string, sealed: Buffer): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new Error("Sealed bytes are cut off");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
