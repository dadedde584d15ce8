import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { config } from "~/config.server";
import { lineInput } from "~/core/input-schemas.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { emailNotifications as t } from "~/db/schema/mail";
import { log } from "~/log.server";

const report = z.object({
  type: z.enum(["mail.delivered", "mail.bounced"]),
  data: z.object({
    messageId: lineInput(998).pipe(z.string().min(3)),
    /** The message of the recipient's server. */
    detail: z
      .string()
      .transform((text) => stripInvalidCharacters(text).trim())
      .pipe(z.string().max(2000))
      .optional(),
  }),
});
type Report = z.output<typeof report>;

/** Allowed clock difference in seconds; an older report counts as a replay. */
const tolerance = 300;

/**
 * Handles a mail service's report: `sent` becomes `delivered`, or `failed` with the message of the recipient's server.
 * Unknown mails are accepted, or the service would repeat the report for days. Idempotent in any order: a bounced mail
 * never becomes delivered.
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
  // A report proves that the mail was sent, even if the process was killed before storing that.
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
          .set({
            status: "failed",
            sentAt,
            bouncedAt: sql`now()`,
            errorMessage: `It came back: ${detail || "no reason was given"}`,
          })
          .where(and(ours, inArray(t.status, ["pending", "sent", "delivered"])))
          .returning({ id: t.id });
  return row;
}

/** standardwebhooks.com: an HMAC-SHA256 over id, time and body, in base64 after `v1,`. */
function isSigned(headers: Headers, body: string): boolean {
  const id = headers.get("webhook-id") ?? "";
  const time = headers.get("webhook-timestamp") ?? "";
  if (id === "" || !/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > tolerance) return false;
  const right = createHmac("sha256", key()).update(`${id}.${time}.${body}`).digest();
  const signatures = (headers.get("webhook-signature") ?? "").split(" ").slice(0, 5);
  return signatures.some((signature) => {
    if (!signature.startsWith("v1,")) return false;
    const mac = Buffer.from(signature.slice(3), "base64");
    return mac.length === right.length && timingSafeEqual(mac, right);
  });
}

/** After `whsec_` the secret is in base64, as services issue it; any other secret is the key itself. */
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
