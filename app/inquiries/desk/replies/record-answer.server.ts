import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { textInput } from "~/core/input-schemas.server";
import { isDay, nassauInstant, nassauTime } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { isClock } from "~/core/zones/wall-time";
import { adminUsers } from "~/db/schema/accounts";
import { inquiryReplies } from "~/db/schema/inquiries";
import { cameByWays, inquiryStatuses } from "~/db/schema/values";
import { markMailsAnswered, seenMailInput } from "./answered-mails.server";
import {
  alreadyThere,
  anotherTextMessage,
  deletedMessage,
  lockInquiry,
  markAnswered,
  movedOn,
  setContacted,
} from "./lock-inquiry.server";
import type { RecordProblems } from "./reply-answer";
import { longestReply, recordLengthMessage } from "./reply-words";

const chosen = (message: string, holds: (value: string) => boolean) => z.string(message).trim().refine(holds, message);

const input = z.object({
  inquiryId: z.uuid(),
  answer: z.uuid(),
  said: textInput(longestReply, "What was said").pipe(z.string().min(1, recordLengthMessage)),
  way: z.enum(cameByWays, "Choose how it was said."),
  /** In Nassau time. */
  day: chosen("Choose a date.", isDay),
  time: z
    .string("Choose a time.")
    .transform((time) => time.trim().replace(/^(\d\d:\d\d):\d\d.*$/, "$1"))
    .refine(isClock, "Choose a time."),
  /** The admin who answered. */
  by: z.uuid("Choose who said it."),
  contacted: z.literal("yes").optional().catch(undefined),
  seen: z.enum(inquiryStatuses).optional().catch(undefined),
  seenMail: seenMailInput,
});

const verb = {
  failed: "an answer to an inquiry could not be recorded",
  rethrowsUnavailable: true,
  messages: {
    forbidden: "Your account is no longer active.",
    failed: "The answer could not be recorded. Please try again.",
  },
};

type Recorded = Done | Refused<RecordProblems | undefined>;

const wrong = (problems: RecordProblems) => refuse("invalid", "Please fix the highlighted fields.", problems);

function problemsIn({ issues }: z.ZodError): RecordProblems {
  const problems: Record<string, string> = {};
  for (const { path, code, message } of issues)
    problems[String(path[0])] ??= code === "too_big" ? recordLengthMessage : message;
  return problems;
}

/**
 * Records an answer given by telephone, or by a mail from elsewhere: text, time, channel and admin. It counts as an
 * answer, as a mailed reply does.
 */
export async function recordAnswer(context: StaffContext, rawInput: unknown): Promise<Recorded> {
  const parsed = input.safeParse(rawInput);
  if (!parsed.success) return wrong(problemsIn(parsed.error));
  const { inquiryId, answer, said, way, day, time, contacted, seen, seenMail } = parsed.data;
  const spokenAt = nassauInstant(day, time);
  return asStaff(context, { ...verb, input: z.undefined() }, undefined, async (work): Promise<Recorded> => {
    const { tx, staff, record } = work;
    const inquiry = await lockInquiry(tx, inquiryId);
    if (!inquiry) return refuse("not-found", deletedMessage);
    const existing = await alreadyThere(tx, answer, { inquiryId, body: said });
    if (existing) return existing === "same" ? { ok: true } : refuse("conflict", anotherTextMessage);
    if (spokenAt > new Date()) return wrong({ time: "That time is in the future. Choose when you spoke." });
    // A caller may have been answered before the inquiry was entered.
    if (inquiry.enteredBy === null && spokenAt.getTime() + minute <= inquiry.createdAt.getTime())
      return wrong({ time: `The inquiry arrived on ${nassauTime(inquiry.createdAt)}. Choose a later time.` });
    const [by] = await tx.select().from(adminUsers).where(eq(adminUsers.id, parsed.data.by));
    if (!by?.isActive) return wrong({ by: "This person no longer works at the desk. Choose someone else." });
    const moved = contacted && movedOn(seen, inquiry);
    if (moved) return refuse("conflict", moved);
    await tx.insert(inquiryReplies).values({
      ...{ id: answer, inquiryId, kind: "answer", body: said, way, saidAt: spokenAt },
      ...{ adminEmail: by.email, recordedBy: staff.email },
    });
    await markAnswered(tx, inquiryId);
    const before = new Date(spokenAt.getTime() + minute);
    await markMailsAnswered(tx, inquiryId, { seen: seenMail, before, at: spokenAt });
    await record({
      actionType: "inquiry_answer_recorded",
      subjectType: "inquiry",
      subjectId: inquiryId,
      details: { by: way, characters: said.length },
    });
    if (contacted) await setContacted(work, inquiry);
    return { ok: true };
  });
}

const minute = 60_000;
