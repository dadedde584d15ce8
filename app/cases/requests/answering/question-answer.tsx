import { useState } from "react";
import { itemLimits } from "~/cases/requests/request-words";
import { fewerPlease, isLongerThan } from "~/core/character-count";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import type { OpenItemProps } from "./open-item-props";
import { useDraft } from "./use-draft";

/** Saved automatically with script; the input is never overwritten from outside. */
export function QuestionAnswer({ application, item, typed, problems }: OpenItemProps) {
  const first = typed ?? item.draft;
  const [text, setText] = useState(first);
  const { state, refused, revision, changed } = useDraft<undefined>(application, item);
  const tooLong = isLongerThan(text.trim(), itemLimits.answer)
    ? fewerPlease(itemLimits.answer, text.trim())
    : undefined;
  return (
    <>
      <input type="hidden" name={`revision-${item.id}`} value={revision} />
      <Field
        id={`text-${item.id}`}
        label="Your answer"
        error={tooLong ?? refused?.message ?? problems.map(({ message }) => message).join(" ")}
      >
        <Textarea
          name={`text-${item.id}`}
          rows={4}
          dir="auto"
          defaultValue={first}
          onInput={(event) => {
            setText(event.currentTarget.value);
            const body = new FormData();
            body.set("intent", "draft");
            body.set("text", event.currentTarget.value);
            changed(body);
          }}
        />
      </Field>
      <p role="status" className="mt-1 min-h-5 text-sm text-stone">
        {state}
      </p>
    </>
  );
}
