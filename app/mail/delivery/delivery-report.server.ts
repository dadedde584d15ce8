import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { config } from "~/config.server";
import { clipped } from "~/core/character-count";
import { lineInput } from "~/core/input-schemas.server";
import { parseJson } from "~/core/parse-json";
import { stripInvalidCharacters } from "~/core/text-input";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Queryable } from "~/db/client.server";
import { emailNotifications as t } from "~/db/schema/mail";
import { log } from "~/log.server";
import { isSigned } from "./webhook-signature.server";

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

/**
 * Handles a mail service's report: `sent` becomes `delivered`, or `failed` with the message of the recipient's server.
 * Unknown mails are accepted, or the service would repeat the report for days. Idempotent in any order: a bounced mail
 * never becomes delivered.
 */
export async function acceptReport(headers: Headers, body: string): Promise<Done | Refused> {
  if (!(await isSigned(headers, [body], config.mailWebhookSecret)))
    return refuse("signed-out", "The signature or its time is not right");
  const parsed = report.safeParse(parseJson(body));
  if (!parsed.success) return refuse("invalid", "Send type and data.messageId as docs/mail.md says");
  const { id } = (await apply(parsed.data)) ?? {};
  log.info({ mailId: id, report: parsed.data.type, known: id !== undefined }, "a mail service reported");
  return { ok: true };
}

const idOf = (messageId: string) => eq(t.messageId, messageId.startsWith("<") ? messageId : `<${messageId}>`);
// A report proves that the mail was sent, even if the process was killed before storing that.
const sentAt = sql`coalesce(${t.sentAt}, now())`;

async function apply({ type, data: { messageId, detail } }: Report) {
  if (type === "mail.bounced") return markBounced(db, messageId, detail);
  const isUndelivered = or(inArray(t.status, ["pending", "sent"]), and(eq(t.status, "failed"), isNull(t.sentAt)));
  const [row] = await db
    .update(t)
    .set({ status: "delivered", deliveredAt: sql`now()`, sentAt, errorMessage: null })
    .where(and(idOf(messageId), isUndelivered))
    .returning({ id: t.id });
  return row;
}

/** Marks a mail of ours as failed for good, with the message of the recipient's server. Unknown ones are left out. */
export async function markBounced(from: Queryable, messageId: string, detail: string | undefined) {
  const text = clipped(stripInvalidCharacters(detail ?? "").trim(), 2000);
  const errorMessage = `It came back: ${text || "no reason was given"}`;
  const [row] = await from
    .update(t)
    .set({ status: "failed", sentAt, bouncedAt: sql`now()`, errorMessage })
    .where(and(idOf(messageId), inArray(t.status, ["pending", "sent", "delivered"])))
    .returning({ id: t.id });
  return row;
}
