import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { consumeLimit, identityLimitKey } from "~/core/rate-limits/limits.server";
import { refuse } from "~/core/verbs/refused";
import type { Json } from "~/db/schema/content";
import { enqueueMail } from "~/mail/outbox.server";
import type { MailTexts } from "~/mail/template";
import { interpolateMailText } from "~/mail/texts/facts.server";
import type { Kind, Problems } from "../../kind";
import { mailVerb } from "./mail-verb";

const input = z.object({
  key: z.string().max(100),
  typed: z.record(z.string(), z.array(z.string().max(20_000)).max(600)),
});
const hourly = { max: 20, seconds: 3600 };

type TestMailInput = {
  kind: Kind;
  key: string;
  typed: Readonly<Record<string, readonly string[]>>;
  delivered: MailTexts;
};

/** The typed texts, or what is wrong with them. A field that wasn't sent has its default. */
function readWords({ kind, typed, delivered }: TestMailInput) {
  const texts: Record<string, string> = {};
  const problems: Problems = {};
  for (const { name, read } of kind.fields) {
    const result = read(typed[name] ?? [delivered[name] ?? ""]);
    if (result.ok) texts[name] = typeof result.value === "string" ? result.value : "";
    else problems[name] = result.message;
  }
  return { words: texts, problems: { ...kind.check?.(texts), ...problems } };
}

/** Sends the texts on the screen to the admin who edits them, and to nobody else. */
export function sendTest(by: StaffContext, request: TestMailInput) {
  const verb = { ...mailVerb, input, once: "test of a mail" };
  return asStaff(by, verb, { key: request.key, typed: request.typed }, async ({ tx, staff }, { key }) => {
    const { words, problems } = readWords(request);
    if (Object.keys(problems).length > 0)
      return refuse("invalid", "Nothing was sent. Fix the highlighted fields.", { problems });
    const { allowed, retryAfterSeconds } = await consumeLimit(identityLimitKey("mail test", staff.adminId), hourly, tx);
    const minutes = Math.ceil(retryAfterSeconds / 60);
    if (!allowed)
      return refuse(
        "limited",
        `You’ve sent 20 tests within an hour, which is the limit. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
      );
    await enqueueMail(tx, {
      kind: "mail_test",
      to: staff.email,
      toName: "",
      data: { kind: key, words: await interpolateMailText(tx, key, words) },
    });
    return { ok: true as const, notice: `A test is on its way to ${staff.email}. Nothing was saved.`, keeps: true };
  });
}

/** Previews the texts on the screen without saving them. */
export function lookAt(
  by: StaffContext,
  request: TestMailInput,
  show: (texts: Record<string, string>) => Promise<Json>,
) {
  return asStaff(by, { ...mailVerb, input }, { key: request.key, typed: request.typed }, async () => {
    const { words, problems } = readWords(request);
    if (Object.keys(problems).length > 0) return refuse("invalid", "Fix the highlighted fields.", { problems });
    const unsavedNote = "The preview shows what you typed. Nothing was saved.";
    return { ok: true as const, notice: unsavedNote, keeps: true, extra: await show(words) };
  });
}
