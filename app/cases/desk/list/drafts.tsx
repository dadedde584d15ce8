import { Form } from "react-router";
import { counted } from "~/core/counted";
import { SubmitButton } from "~/ui/button";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import type { DraftQuestion } from "./delete-drafts.server";

/** Drafts listed by name; the others are only counted. */
const named = 8;

export function DeleteDraftsQuestion({ question, list }: { question: DraftQuestion; list: string }) {
  const { drafts, others, from } = question;
  const back = from ? list.replace(/(?=\?|$)/, `/${from}`) : list;
  const submitted =
    others === 1
      ? "1 has since been submitted or withdrawn and won’t be deleted."
      : `${others} have since been submitted or withdrawn and won’t be deleted.`;
  return (
    <QuestionDialog
      title={drafts.length === 0 ? "No draft selected" : `Delete ${counted(drafts.length, "draft")}?`}
      description={
        drafts.length === 0 ? (
          <p>Only drafts can be deleted. {others > 0 ? submitted : "Choose at least one in the list."}</p>
        ) : (
          <>
            <p className="font-medium text-ink">
              Are you sure you want to delete {drafts.length === 1 ? "this draft" : "these drafts"}?
            </p>
            <p className="mt-2">
              All answers and files will be deleted too, and emailed links will stop working. You can’t undo this.{" "}
              {others > 0 ? submitted : ""}
            </p>
          </>
        )
      }
      back={back}
      backLabel={drafts.length === 0 ? "Close" : "Cancel"}
      form={
        drafts.length === 0 ? null : (
          <Form method="post" action={list} replace>
            <input type="hidden" name="intent" value="delete-drafts" />
            {drafts.map(({ id }) => (
              <input key={id} type="hidden" name="draft" value={id} />
            ))}
            <SubmitButton variant="danger" busyLabel="Deleting…">
              Delete
            </SubmitButton>
          </Form>
        )
      }
    >
      {drafts.length === 0 ? null : (
        <ul className="grid gap-1.5 text-sm">
          {drafts.slice(0, named).map(({ id, number, name }) => (
            <li key={id} className="flex flex-wrap gap-x-3">
              <span className="font-mono text-xs leading-5 font-medium">{number}</span>
              <span className="min-w-0 wrap-anywhere text-stone">{name || "No name yet"}</span>
            </li>
          ))}
          {drafts.length > named ? <li className="text-stone">and {drafts.length - named} more</li> : null}
        </ul>
      )}
    </QuestionDialog>
  );
}
