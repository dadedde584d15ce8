import { createHmac, randomUUID } from "node:crypto";

/** The headers of Standard Webhooks over these bytes. */
export function signWebhook(
  body: Uint8Array,
  secret: string,
  { id = `evt_${randomUUID()}`, time = Math.floor(Date.now() / 1000) } = {},
): Record<string, string> {
  const mac = createHmac("sha256", secret).update(`${id}.${time}.`).update(body).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": `${time}`, "webhook-signature": `v1,${mac}` };
}
