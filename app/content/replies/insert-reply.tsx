import { Link } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import type { FilledReply } from "./replies.server";

type InsertReplyProps = {
  replies: readonly FilledReply[];
  textId: string;
};

/** Inserts a saved reply at the cursor; without JavaScript the server appends it to the typed text. */
export function InsertReply({ replies, textId }: InsertReplyProps) {
  const manage = (
    <Link
      to="/admin/replies"
      className="inline-flex min-h-8 items-center rounded-xs text-sm font-semibold text-sea-ink hover:underline"
    >
      Saved replies
    </Link>
  );
  if (replies.length === 0) return <p className="-mt-3">{manage}</p>;
  return (
    <div className="-mt-2 flex flex-wrap items-end gap-2">
      <Field id="saved" label="Saved reply" size="sm" className="grow basis-48 sm:max-w-xs">
        <Select name="saved" size="sm" options={replies.map(({ id, title }) => ({ value: id, label: title }))} />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="insert"
        variant="outline"
        size="sm"
        onClick={(event) => {
          const { form } = event.currentTarget;
          const textarea = document.getElementById(textId);
          if (!(form && textarea instanceof HTMLTextAreaElement)) return;
          event.preventDefault();
          const chosen = new FormData(form).get("saved");
          const text = replies.find(({ id }) => id === chosen)?.text ?? "";
          textarea.setRangeText(text, textarea.selectionEnd, textarea.selectionEnd, "end");
          textarea.dispatchEvent(new Event("input", { bubbles: true }));
          textarea.focus();
        }}
      >
        Insert
      </Button>
      {manage}
    </div>
  );
}
