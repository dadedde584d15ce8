import { Form, Link, useNavigation } from "react-router";
import { untilSignedIn } from "~/accounts/sign-in/session-watch";
import { MessageForm } from "~/applications/case/messages/message-form";
import type { Unsent } from "~/applications/case/messages/message-form.server";
import { Thread } from "~/applications/case/messages/thread";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import type { DeskMessages } from "./desk-messages.server";

type Shown = { id: string; messages: NonNullable<DeskMessages>; unsent?: Unsent | undefined };

/** The messages at the page of a case at the desk. */
export function Messages({ id, messages }: Shown) {
  return (
    <section id="messages" aria-labelledby="messages-title" className="scroll-mt-16 lg:scroll-mt-4">
      <h2 id="messages-title" className="text-xl">
        Messages
      </h2>
      <p className="mt-1 text-sm text-stone">The applicant reads them on the page of the application and by email.</p>
      <DeskThread id={id} messages={messages} />
    </section>
  );
}

/** The form for a message, and the messages. */
export function DeskThread({ id, messages: { thread, form, replies, waiting }, unsent }: Shown) {
  const path = `/admin/applications/${id}/messages`;
  return (
    <>
      {waiting ? <NoAnswerNeeded path={path} seen={waiting} /> : null}
      <MessageForm
        action={path}
        form={form}
        unsent={unsent}
        side="office"
        waits={untilSignedIn}
        more={(text) => (
          <>
            <input type="hidden" name="seen" value={waiting ?? ""} />
            <SavedReplies replies={replies} textId={text} />
          </>
        )}
      />
      <Thread thread={thread} viewer="office" path={path} />
    </>
  );
}

/** `seen`: the newest message on the screen, so that one that comes meanwhile still waits. */
function NoAnswerNeeded({ path, seen }: { path: string; seen: string }) {
  const { formData } = useNavigation();
  return (
    <Form
      method="post"
      action={path}
      preventScrollReset
      className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-warning-ground px-3.5 py-2.5"
    >
      <input type="hidden" name="seen" value={seen} />
      <p className="text-sm font-medium">The applicant waits for an answer.</p>
      <Button
        type="submit"
        name="intent"
        value="no-answer"
        variant="outline"
        size="sm"
        busy={formData?.get("intent") === "no-answer"}
      >
        No answer needed
      </Button>
    </Form>
  );
}

type Replies = NonNullable<DeskMessages>["replies"];

/** Puts a saved text in at the cursor; without script the server puts it after what was typed. */
function SavedReplies({ replies, textId }: { replies: Replies; textId: string }) {
  const manage = (
    <Link
      to="/admin/replies"
      className="inline-flex min-h-8 items-center rounded-xs text-sm font-semibold text-sea-ink hover:underline"
    >
      Saved texts
    </Link>
  );
  if (replies.length === 0) return <p className="-mt-3">{manage}</p>;
  return (
    <div className="-mt-2 flex flex-wrap items-end gap-2">
      <Field id="reply" label="Saved text" size="sm" className="grow basis-48 sm:max-w-xs">
        <Select name="reply" size="sm" options={replies.map(({ id, title }) => ({ value: id, label: title }))} />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="insert"
        variant="outline"
        size="sm"
        onClick={(event) => {
          const { form } = event.currentTarget;
          const box = document.getElementById(textId);
          if (!(form && box instanceof HTMLTextAreaElement)) return;
          event.preventDefault();
          const chosen = new FormData(form).get("reply");
          const text = replies.find(({ id }) => id === chosen)?.text ?? "";
          box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
          box.dispatchEvent(new Event("input", { bubbles: true }));
          box.focus();
        }}
      >
        Insert
      </Button>
      {manage}
    </div>
  );
}
