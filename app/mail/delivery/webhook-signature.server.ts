import { createHmac, timingSafeEqual } from "node:crypto";

/** Allowed clock difference in seconds; an older message counts as a replay. */
const tolerance = 300;

/** Whether a message claims an id, a time of now and a signature, so that its body is worth reading. */
export function claimsSignature(headers: Headers): boolean {
  const time = timeOf(headers);
  const isRecent = /^\d{1,12}$/.test(time) && Math.abs(Date.now() / 1000 - Number(time)) <= tolerance;
  return isRecent && idOf(headers) !== "" && signaturesOf(headers).length > 0;
}

/** standardwebhooks.com: an HMAC-SHA256 over id, time and body, in base64 after `v1,`. */
export async function isSigned(
  headers: Headers,
  body: Iterable<string> | AsyncIterable<Uint8Array>,
  secret: string,
): Promise<boolean> {
  if (!claimsSignature(headers)) return false;
  const mac = createHmac("sha256", keyOf(secret)).update(`${idOf(headers)}.${timeOf(headers)}.`);
  for await (const chunk of body) mac.update(chunk);
  const right = mac.digest();
  return signaturesOf(headers).some(
    (signature) => signature.length === right.length && timingSafeEqual(signature, right),
  );
}

const idOf = (headers: Headers) => headers.get("webhook-id") ?? "";
const timeOf = (headers: Headers) => headers.get("webhook-timestamp") ?? "";
const signaturesOf = (headers: Headers): Buffer[] =>
  (headers.get("webhook-signature") ?? "")
    .split(" ")
    .slice(0, 5)
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => Buffer.from(signature.slice(3), "base64"));

/** After `whsec_` the secret is in base64, as services issue it; any other secret is the key itself. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
