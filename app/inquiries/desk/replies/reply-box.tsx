import { Send } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { InsertReply } from "~/content/replies/insert-reply";
import { telephoneLink } from "~/core/phones/phone-link";
import type { InquiryDetail } from "~/inquiries/desk/detail.server";
import { SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { OverLimit } from "~/ui/forms/over-limit";
import type { ReplyFormResult } from "./reply-answer";
import { longestReply, noEmailText } from "./reply-words";
import type { InquiryThread } from "./thread.server";

type ReplyBoxProps = {
  inquiry: InquiryDetail["inquiry"];
  thread: InquiryThread;
  answered: Extract<ReplyFormResult, { of: "reply" }> | undefined;
};

export function ReplyBox(props: ReplyBoxProps) {
  const { inquiry, thread } = props;
  // Clear the form only once its own reply is in the thread.
  const [writing, setWriting] = useState(thread.newReply);
  if (thread.answers.some(({ id }) => id === writing)) setWriting(thread.newReply);
  if (inquiry.email === "")
    return (
      <p className="mt-4 rounded-lg bg-warning-ground px-4 py-3 font-medium">
        {noEmailText}{" "}
        <a href={telephoneLink(inquiry.phone)} className="text-sea-ink underline underline-offset-4">
          {inquiry.phone}
        </a>
        .
      </p>
    );
  return <ReplyForm key={writing} id={writing} {...props} />;
}

const textareaId = "reply-text";

function ReplyForm({ id, inquiry, thread: { replies, takenBack, waiting }, answered }: ReplyBoxProps & { id: string }) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  // State, because a changing default would insert the text a second time: `useRestoredText` inserts a reply that is
  // taken back later.
  const [first] = useState(answered?.text ?? takenBack?.text ?? "");
  const [text, setText] = useState(first);
  useRestoredText(textarea, takenBack);
  const isOpen = inquiry.status === "new" || inquiry.status === "in_review";
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Reply" data-new="reply" className="mt-5 grid gap-5">
      <input type="hidden" name="reply" value={id} />
      <input type="hidden" name="seen" value={inquiry.status} />
      <input type="hidden" name="seenMail" value={waiting ?? ""} />
      {/* Enter uses the first submit button. */}
      <button type="submit" name="intent" value="reply" hidden tabIndex={-1} aria-hidden="true" />
      <Field
        id={textareaId}
        label="Reply"
        hint={<>This will be emailed to {inquiry.email}.</>}
        size="sm"
        error={answered?.problem}
      >
        <Textarea
          ref={textarea}
          name="text"
          size="sm"
          rows={6}
          dir="auto"
          defaultValue={first}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <OverLimit id={textareaId} text={text} limit={longestReply} />
      </Field>
      <InsertReply replies={replies} textId={textareaId} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <SubmitButton intent="reply" size="sm" busyLabel="Sending…" before={<Send aria-hidden />}>
          Send reply
        </SubmitButton>
        <Checkbox
          key={inquiry.status}
          id="reply-contacted"
          name="contacted"
          value="yes"
          size="sm"
          defaultChecked={answered ? answered.contacted && isOpen : isOpen}
          label="Set the status to Contacted"
        />
      </div>
    </Form>
  );
}

/** Puts a reply that is taken back while its page is open into the textarea, before text typed since. */
function useRestoredText(textarea: React.RefObject<HTMLTextAreaElement | null>, takenBack: InquiryThread["takenBack"]) {
  const known = useRef(takenBack?.id);
  useEffect(() => {
    if (!takenBack || takenBack.id === known.current) return;
    known.current = takenBack.id;
    const area = textarea.current;
    if (!area) return;
    area.setRangeText(area.value.trim() ? `${takenBack.text}\n\n` : takenBack.text, 0, 0, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus();
  }, [textarea, takenBack]);
}
