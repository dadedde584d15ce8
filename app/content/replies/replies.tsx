import { useState } from "react";
import { data, Form, redirect } from "react-router";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { revalidateAfterPost } from "~/core/revalidate";
import { typedIn } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Badge } from "~/ui/lists/badge";
import { MessageBanner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/replies";
import { deleteReply, longestReply, longestTitle, repliesFor, type SavedReply, saveReply } from "./replies.server";
import { caseFacts, inquiryFacts } from "./saved-texts";

export const meta: Route.MetaFunction = () => [{ title: "Saved replies · Lucaya staff" }];

/** `/admin/replies`: an admin's saved replies, and those that others share. */
export async function loader({ request }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  return { replies: await repliesFor(staff), newReply: crypto.randomUUID(), limits: { longestTitle, longestReply } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staffContext = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const by = { ...staffContext, attempt: form.attempt };
  const result = await (form.intent === "delete" ? deleteReply(by, form) : saveReply(by, form));
  if (result.ok) throw redirect("/admin/replies");
  const problem = {
    reply: `${form.reply ?? ""}`,
    message: result.message,
    ...typedIn(form, ["title", "body"]),
    isShared: form.shared === "yes",
  };
  return data({ problem }, statusOf(result));
}

export const shouldRevalidate = revalidateAfterPost;

const inBrackets = (facts: readonly string[]) => facts.map((fact) => `[${fact}]`).join(", ");

type Problem = { reply: string; message: string; title: string; body: string; isShared: boolean };
type Limits = { longestTitle: number; longestReply: number };

export default function SavedTexts({ loaderData, actionData }: Route.ComponentProps) {
  const { replies, newReply, limits } = loaderData;
  const problem = actionData?.problem;
  const isKnown = replies.some(({ id }) => id === problem?.reply);
  // Clear the form only once its reply is in the list.
  const key = problem && !isKnown ? problem.reply : newReply;
  return (
    <>
      <h1 className="text-3xl">Saved replies</h1>
      <p className="mt-1 max-w-2xl text-stone">
        When you insert a saved reply in a message, facts from the case are filled in: {inBrackets(caseFacts)}. In a
        reply to an inquiry, facts from the inquiry are filled in: {inBrackets(inquiryFacts)}.
      </p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <section aria-labelledby="saved">
          <h2 id="saved" className="text-xl">
            Yours and shared
          </h2>
          {replies.length === 0 ? <p className="mt-3 text-stone">No saved replies yet.</p> : null}
          <ul className="mt-3 grid gap-3">
            {replies.map((reply) => (
              <Reply
                key={reply.id}
                reply={reply}
                limits={limits}
                problem={problem?.reply === reply.id ? problem : undefined}
              />
            ))}
          </ul>
        </section>
        <Card padding="none" className="p-5" role="region" aria-labelledby="new">
          <h2 id="new" className="text-xl">
            New saved reply
          </h2>
          <ReplyForm
            key={key}
            id={key}
            limits={limits}
            problem={problem && !isKnown ? problem : undefined}
            label="Save reply"
          />
        </Card>
      </div>
    </>
  );
}

type ReplyProps = { reply: SavedReply; limits: Limits; problem: Problem | undefined };

function Reply({ reply, limits, problem }: ReplyProps) {
  const { id, title, body, isShared, isOwn, by, mayChange, revision } = reply;
  // Reset the form when the text changes, but not while it shows a refusal caused by that change.
  const [made, setMade] = useState(revision);
  if (made !== revision && !problem) setMade(revision);
  return (
    <li className="rounded-xl border border-line bg-white px-4 py-3">
      <h3 className="flex flex-wrap items-center gap-2 font-sans text-base font-semibold [overflow-wrap:anywhere]">
        <bdi>{title}</bdi> {isShared ? <Badge tone="sand">Shared</Badge> : null}
      </h3>
      {isOwn ? null : (
        <p className="text-xs text-stone">
          By <StaffName {...by} />
        </p>
      )}
      <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
        {body}
      </p>
      {mayChange ? (
        <details open={problem !== undefined} className="mt-1">
          <summary className="inline-flex min-h-8 w-fit cursor-pointer items-center rounded-xs text-sm font-semibold text-sea-ink hover:underline">
            Edit<span className="sr-only"> {title}</span>
          </summary>
          <ReplyForm key={made} id={id} reply={reply} limits={limits} problem={problem} label="Save" />
        </details>
      ) : null}
    </li>
  );
}

type ReplyFormProps = Omit<ReplyProps, "reply"> & { id: string; reply?: SavedReply; label: string };

function ReplyForm({ id, reply, limits, problem, label }: ReplyFormProps) {
  const shown = problem ?? reply;
  return (
    <Form
      method="post"
      preventScrollReset
      data-keep={reply ? `reply-${id}` : "new-reply"}
      data-new={reply ? undefined : "reply"}
      className="mt-3 grid gap-4"
    >
      <input type="hidden" name="reply" value={id} />
      {reply ? <input type="hidden" name="revision" value={reply.revision} /> : null}
      <MessageBanner message={problem?.message} />
      <Field id={`title-${id}`} label="Title" size="sm">
        <Input name="title" size="sm" maxLength={limits.longestTitle} defaultValue={shown?.title} autoComplete="off" />
      </Field>
      <Field id={`body-${id}`} label="Text" size="sm">
        <Textarea
          name="body"
          size="sm"
          rows={5}
          maxLength={limits.longestReply}
          defaultValue={shown?.body}
          dir="auto"
        />
      </Field>
      <Checkbox
        id={`shared-${id}`}
        size="sm"
        name="shared"
        value="yes"
        defaultChecked={shown?.isShared}
        label="Share it with the other admins"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="save" of={{ reply: id }} size="sm">
          {label}
        </SubmitButton>
        {reply ? (
          <SubmitButton intent="delete" of={{ reply: id }} size="sm" variant="outline">
            Delete
          </SubmitButton>
        ) : null}
      </div>
    </Form>
  );
}
