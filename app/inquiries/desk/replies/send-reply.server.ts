import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { gapIn, gapMessage } from "~/content/replies/saved-texts";
import { textInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { inquiryReplies } from "~/db/schema/inquiries";
import { inquiryStatuses } from "~/db/schema/values";
import { referenceOf } from "~/inquiries/reference";
import { enqueueMail } from "~/mail/outbox.server";
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
import { longestReply, noEmailText, replyLengthMessage } from "./reply-words";
import { undoableReply } from "./undo-reply.server";

const input = z.object({
  inquiryId: z.uuid(),
  /** The id comes with the form, so that sending it twice creates one reply. */
  reply: z.uuid(),
  text: textInput(longestReply, "The reply").pipe(z.string().min(1)),
  /** Whether to set the status to `contacted`, and the status that the writer saw. */
  contacted: z.literal("yes").optional().catch(undefined),
  seen: z.enum(inquiryStatuses).optional().catch(undefined),
  seenMail: seenMailInput,
});

const verb = {
  input,
  failed: "a reply to an inquiry could not be sent",
  rethrowsUnavailable: true,
  messages: {
    forbidden: "Your account is no longer active.",
    failed: "The reply could not be sent. Please try again.",
    invalid: ({ issues }: z.ZodError) =>
      refuse("invalid", issues.find(({ code }) => code === "custom")?.message ?? replyLengthMessage),
  },
};

/**
 * Answers an inquiry by mail. Refused while the text has an unfilled gap of a saved reply, or if it should set
 * `contacted` but somebody else changed the status meanwhile. The mail waits ten seconds, during which it can be
 * undone.
 */
export function sendReply(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async (work, { inquiryId, reply, text, contacted, seen, seenMail }) => {
    const { tx, staff, record } = work;
    const inquiry = await lockInquiry(tx, inquiryId);
    if (!inquiry) return refuse("not-found", deletedMessage);
    const existing = await alreadyThere(tx, reply, { inquiryId, body: text });
    if (existing) return existing === "same" ? { ok: true } : refuse("conflict", anotherTextMessage);
    const gap = gapIn(text);
    if (gap) return refuse("invalid", gapMessage(gap, "reply"));
    const { email, phone, fullName: name, visaService, purpose } = inquiry;
    if (email === "") return refuse("invalid", `${noEmailText} ${phone}.`);
    const moved = contacted && movedOn(seen, inquiry);
    if (moved) return refuse("conflict", moved);
    const saidAt = new Date();
    await tx
      .insert(inquiryReplies)
      .values({ id: reply, inquiryId, kind: "mail", body: text, adminEmail: staff.email, saidAt });
    await markAnswered(tx, inquiryId);
    await markMailsAnswered(tx, inquiryId, { seen: seenMail, at: saidAt });
    await record({
      actionType: "inquiry_answered",
      subjectType: "inquiry",
      subjectId: inquiryId,
      details: { by: "mail", characters: text.length },
    });
    if (contacted) await setContacted(work, inquiry);
    const before = { reply: null, status: inquiry.status };
    const after = { reply, status: contacted ? ("contacted" as const) : inquiry.status };
    const undoOffer = await offerUndo(work, undoableReply, {
      words: `The reply to ${name} is sent.`,
      records: [{ id: inquiryId, before, after }],
    });
    const mail = {
      kind: "inquiry_reply" as const,
      to: email,
      toName: name,
      contactInquiryId: inquiryId,
      data: {
        ...{ name, email, reply_id: reply, reply: text, message: purpose },
        ...{ service_interested: visaService, reference_number: referenceOf(inquiryId) },
      },
    };
    await enqueueMail(tx, mail, { notBefore: undoOffer });
    return { ok: true };
  });
}
