import { PenLine } from "lucide-react";
import { Form, useFetcher } from "react-router";
import { untilSignedIn } from "~/accounts/sign-in/session-watch";
import { MessageForm } from "~/cases/messages/message-form";
import type { Unsent } from "~/cases/messages/message-form.server";
import { Thread } from "~/cases/messages/thread";
import { InsertReply } from "~/content/replies/insert-reply";
import { Button } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import type { DeskMessages } from "./desk-messages.server";

type Shown = { id: string; messages: NonNullable<DeskMessages>; unsent?: Unsent | undefined };

/** The messages on a case's page at the desk. */
export function Messages({ id, messages }: Shown) {
  return (
    <section id="messages" aria-labelledby="messages-title" className="scroll-mt-16 lg:scroll-mt-4">
      <h2 id="messages-title" className="text-xl">
        Messages
      </h2>
      <p className="mt-1 text-sm text-stone">The applicant reads messages on their application page and by email.</p>
      <DeskThread id={id} messages={messages} isFolded />
    </section>
  );
}

/** The form for a message, folded where it is one of many parts, and the messages. */
export function DeskThread({ id, messages, unsent, isFolded = false }: Shown & { isFolded?: boolean }) {
  const { thread, form, replies, waiting } = messages;
  const path = `/admin/applications/${id}/messages`;
  const editor = (
    <MessageForm
      action={path}
      form={form}
      unsent={unsent}
      side="office"
      waits={untilSignedIn}
      more={(text) => (
        <>
          <input type="hidden" name="seen" value={waiting ?? ""} />
          <InsertReply replies={replies} textId={text} />
        </>
      )}
    />
  );
  return (
    <>
      {waiting ? <NoAnswerNeeded path={path} seen={waiting} /> : null}
      {isFolded ? (
        <EditorFold
          title="Write a message"
          before={<PenLine aria-hidden />}
          opens={form.drafts.length > 0}
          className="mt-3"
        >
          {editor}
        </EditorFold>
      ) : (
        editor
      )}
      <Thread
        thread={thread}
        viewer="office"
        path={path}
        action={({ id, about }) => (about ? <RequestCorrectionForm path={path} messageId={id} about={about} /> : null)}
      />
    </>
  );
}

/** Requests the correction of the question that the message names, in one action. */
function RequestCorrectionForm({ path, messageId, about }: { path: string; messageId: string; about: string }) {
  return (
    <Form method="post" action={path} className="no-print mt-3">
      <input type="hidden" name="message" value={messageId} />
      <Button type="submit" name="intent" value="ask-correction" variant="outline" size="sm">
        Ask for this correction<span className="sr-only">: {about}</span>
      </Button>
    </Form>
  );
}

/** `seen`: the newest message on the screen, so that later ones stay unanswered. */
function NoAnswerNeeded({ path, seen }: { path: string; seen: string }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form
      method="post"
      action={path}
      preventScrollReset
      className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-warning-ground px-3.5 py-2.5"
    >
      <input type="hidden" name="seen" value={seen} />
      <p className="text-sm font-medium">The applicant is waiting for an answer.</p>
      <Button type="submit" name="intent" value="no-answer" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        No answer needed
      </Button>
    </fetcher.Form>
  );
}
