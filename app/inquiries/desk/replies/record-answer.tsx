import { useState } from "react";
import { Form } from "react-router";
import { cameByWays } from "~/db/schema/values";
import type { InquiryDetail } from "~/inquiries/desk/detail.server";
import { SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { MessageBanner } from "~/ui/notices/banner";
import type { RecordValues, ReplyFormResult } from "./reply-answer";
import type { InquiryThread } from "./thread.server";

type RecordProps = {
  inquiry: InquiryDetail["inquiry"];
  thread: InquiryThread;
  answered: Extract<ReplyFormResult, { of: "record" }> | undefined;
};

export function RecordAnswer({ inquiry, thread, answered }: RecordProps) {
  // Clear the form only once its own answer is in the thread.
  const [writing, setWriting] = useState(thread.newAnswer);
  if (thread.answers.some(({ id }) => id === writing)) setWriting(thread.newAnswer);
  return (
    <details
      key={writing}
      open={answered !== undefined || undefined}
      className="group/record mt-6 rounded-xl border border-line bg-white"
    >
      <summary className="flex min-h-11 cursor-pointer items-center rounded-xl px-4 py-2 font-semibold text-sea-ink hover:bg-foam">
        Record an answer
      </summary>
      <RecordForm id={writing} inquiry={inquiry} thread={thread} answered={answered} />
    </details>
  );
}

const ways = cameByWays.map((value) => ({ value, label: value }));

function RecordForm({ id, inquiry, thread, answered }: RecordProps & { id: string }) {
  const isOpen = inquiry.status === "new" || inquiry.status === "in_review";
  const fresh: RecordValues = { ...thread.now, said: "", way: "Phone", by: thread.self, contacted: isOpen };
  const values = answered?.values ?? fresh;
  const { problem = null, problems = {} } = answered ?? {};
  const admins = thread.admins.map(({ id: value, name }) => ({
    value,
    label: value === thread.self ? `${name} (you)` : name,
  }));
  return (
    <Form
      method="post"
      preventScrollReset
      noValidate
      data-new="answer"
      className="grid gap-4 border-t border-line px-4 py-4"
    >
      <input type="hidden" name="answer" value={id} />
      <input type="hidden" name="seen" value={inquiry.status} />
      <input type="hidden" name="seenMail" value={thread.waiting ?? ""} />
      <p className="text-sm text-stone">
        For calls, and for emails and messages that you answered elsewhere. Nothing is sent.
      </p>
      <MessageBanner message={problem} />
      <Field id="record-said" label="What was said" size="sm" error={problems.said} required>
        <Textarea name="said" size="sm" rows={4} dir="auto" defaultValue={values.said} />
      </Field>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4 sm:items-end">
        <Field id="record-way" label="Channel" size="sm" error={problems.way} required>
          <Select name="way" size="sm" defaultValue={values.way} options={ways} />
        </Field>
        <Field id="record-by" label="Answered by" size="sm" error={problems.by} required>
          <Select name="by" size="sm" defaultValue={values.by} options={admins} />
        </Field>
        <Field id="record-day" label="Date" size="sm" error={problems.day} required>
          <DateInput name="day" size="sm" max={thread.now.day} defaultValue={values.day} />
        </Field>
        <Field id="record-time" label="Time in Nassau" size="sm" error={problems.time} required>
          <Input name="time" type="time" size="sm" defaultValue={values.time} className="tabular-nums" />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <SubmitButton intent="record" variant="outline" size="sm" busyLabel="Saving…">
          Save the answer
        </SubmitButton>
        <Checkbox
          key={inquiry.status}
          id="record-contacted"
          name="contacted"
          value="yes"
          size="sm"
          defaultChecked={values.contacted && isOpen}
          label="Set the status to Contacted"
        />
      </div>
    </Form>
  );
}
