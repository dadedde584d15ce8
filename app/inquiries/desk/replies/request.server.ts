import { data, redirect } from "react-router";
import { flash, type Notice } from "~/accounts/flash.server";
import type { StaffContext } from "~/accounts/staff.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { readInquiry } from "~/inquiries/desk/detail.server";
import type { InquiryFormResult } from "~/inquiries/desk/forms";
import { mailsNeedNoAnswer } from "./needs-no-answer.server";
import { recordAnswer } from "./record-answer.server";
import type { ReplyFormResult } from "./reply-answer";
import { sendReply } from "./send-reply.server";
import { sendReplyAgain } from "./send-reply-again.server";
import { readThread } from "./thread.server";

const answered = (reply: ReplyFormResult, status: number) => data<InquiryFormResult>({ problem: null, reply }, status);

/** Handles a form of the thread; success redirects to the page, `here`. */
export async function handleThreadForm(by: StaffContext, form: FormData, here: string, inquiryId: string) {
  const text = (name: string) => stripInvalidCharacters(String(form.get(name) ?? ""));
  const input = { ...Object.fromEntries(form), inquiryId };
  const done = (notice: Notice) => redirect(here, { headers: { "Set-Cookie": flash(notice) } });
  const contacted = form.get("contacted") === "yes";
  switch (form.get("intent")) {
    case "insert": {
      // Without JavaScript: append the selected reply to the typed text.
      const inserted = await chosenText(by, inquiryId, form.get("saved"));
      const replyText = [text("text"), inserted].filter(Boolean).join("\n\n");
      return answered({ of: "reply", text: replyText, contacted, problem: null }, 200);
    }
    case "reply": {
      const sent = await sendReply(by, input);
      // No notice: the undo offer shows the message.
      if (sent.ok) throw redirect(here);
      return answered({ of: "reply", text: text("text"), contacted, problem: sent.message }, statusOf(sent));
    }
    case "no-answer": {
      const marked = await mailsNeedNoAnswer(by, input);
      if (marked.ok) throw done("inquiry-saved");
      return data<InquiryFormResult>({ problem: marked.message }, statusOf(marked));
    }
    case "send-again": {
      const sent = await sendReplyAgain(by, input);
      if (sent.ok) throw done("mail-resent");
      return answered({ of: "again", reply: text("reply"), problem: sent.message }, statusOf(sent));
    }
    default: {
      const recorded = await recordAnswer(by, input);
      if (recorded.ok) throw done("answer-recorded");
      const values = {
        ...{ said: text("said"), way: text("way"), day: text("day"), time: text("time"), by: text("by") },
        contacted,
      };
      const problems = recorded.detail ?? {};
      return answered({ of: "record", values, problem: recorded.message, problems }, statusOf(recorded));
    }
  }
}

async function chosenText({ staff }: StaffContext, inquiryId: string, chosen: FormDataEntryValue | null) {
  const found = await readInquiry(inquiryId);
  const thread = found && (await readThread(found.inquiry, staff));
  return thread?.replies.find(({ id }) => id === chosen)?.text ?? "";
}
