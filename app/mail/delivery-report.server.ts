import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { emailNotifications as t } from "~/db/schema/mail";
import { lineInput } from "~/ground/typed-input.server";
import { cleaned } from "~/ground/typed-text";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";
import { log } from "~/log.server";

const report = z.object({
  type: z.enum(["mail.delivered", "mail.bounced"]),
  data: z.object({
    messageId: lineInput(998).pipe(z.string().min(3)),
    /** The words of the recipient's server. */
    detail: z
      .string()
      .transform((words) => cleaned(words).trim())
      .pipe(z.string().max(2000))
      .optional(),
  }),
});
type Report = z.output<typeof report>;

/** How far the clocks of the two servers may differ, in seconds: what is older is a recording played again. */
const tolerance = 300;

/**
 * Takes a report of a mail service: `sent` becomes `delivered`, or `failed` with the words of the recipient's server. A
 * report of a mail that is not ours changes nothing and is accepted, or the service would send it for days. One that is
 * sent twice changes nothing the second time, in whatever order: a mail that came back never becomes delivered again.
 */
export async function acceptReport(headers: Headers, body: string): Promise<Done | Refused> {
  if (!isSigned(headers, body)) return refuse("signed-out", "The signature or its time is not right");
  const parsed = report.safeParse(readJson(body));
  if (!parsed.success) return refuse("invalid", "Send type and data.messageId as docs/mail.md says");
  const { id } = (await apply(parsed.data)) ?? {};
  log.info({ mailId: id, report: parsed.data.type, known: id !== undefined }, "a mail service reported");
  return { ok: true };
}

async function apply({ type, data: { messageId, detail } }: Report) {
  const ours = eq(t.messageId, messageId.startsWith("<") ? messageId : `<${messageId}>`);
  // A report proves that the mail was handed over, also where the program was killed before it could write that down.
  const sentAt = sql`coalesce(${t.sentAt}, now())`;
  const [row] =
    type === "mail.delivered"
      ? await db
          .update(t)
          .set({ status: "delivered", deliveredAt: sql`now()`, sentAt, errorMessage: null })
          .where(and(ours, or(inArray(t.status, ["pending", "sent"]), and(eq(t.status, "failed"), isNull(t.sentAt)))))
          .returning({ id: t.id })
      : await db
          .update(t)
          .set({ status: "failed", sentAt, errorMessage: `It came back: ${detail || "no reason was given"}` })
          .where(and(ours, inArray(t.status, ["pending", "sent", "delivered"])))
          .returning({ id: t.id });
  return row;
}

/** The scheme of standardwebhooks.com: an HMAC-SHA256 over id, time and body, in base64 behind `v1,`. */
function isSigned(headers: Headers, body: string): boolean {
  const id = headers.get("webhook-id") ?? "";
  const time = headers.get("webhook-timestamp") ?? "";
  if (id === "" || !/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance) return false;
  const right = createHmac("sha256", key()).update(`${id}.${time}.${body}`).digest();
  const given = (headers.get("webhook-signature") ?? "").split(" ").slice(0, 5);
  return given.some((one) => {
    if (!one.startsWith("v1,")) return false;
    const mac = Buffer.from(one.slice(3), "base64");
    return mac.length === right.length && timingSafeEqual(mac, right);
  });
}

/** `whsec_` stands before a key in base64, as services hand them out; any other secret is its own key. */
function key(): Buffer {
  const secret = config.mailWebhookSecret;
  return secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
