import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { correctedStep, correctionOf, type ItemField, type TypedItem } from "~/cases/requests/asking/check-items";
import { ifLateOf, itemName } from "~/cases/requests/request-words";
import { nassauDay } from "~/core/time";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { useScripted } from "~/ui/use-scripted";
import { QuestionCheckboxes, ShowQuestions } from "./question-ticks";
import type { AskableStep } from "./requests.server";

type RequestedItemProps = {
  index: number;
  item: TypedItem;
  /** Just added: takes the focus. */
  isNew: boolean;
  requirements: readonly { type: string; name: string }[];
  steps: readonly AskableStep[];
  problemAt: (field: ItemField) => string | undefined;
  onRemove: (() => void) | undefined;
};

export function RequestedItem({ index, item, isNew, requirements, steps, problemAt, onRemove }: RequestedItemProps) {
  const [what, setWhat] = useState(item.what);
  const [ticks, setTicks] = useState({ [correctedStep(item.what) ?? ""]: item.questions });
  const listItem = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) listItem.current?.querySelector("select")?.focus();
  }, [isNew]);
  const choices = choicesOf(requirements, steps);
  const step = steps.find(({ code }) => correctionOf(code) === what);
  const chosen = choices.flatMap(({ options }) => options).find(({ value }) => value === what);
  return (
    <li ref={listItem} className="min-w-0 rounded-xl border border-line bg-mist/50 px-4 py-4 sm:px-5">
      <fieldset className="grid min-w-0 gap-4">
        <legend className="float-left w-full font-semibold">
          <span className="flex min-h-9 items-center justify-between gap-3">
            {`${index + 1}. ${chosen?.label ?? "New item"}`}
            {onRemove ? (
              <button
                type="button"
                onClick={onRemove}
                data-hint="Remove"
                className="needs-script -mr-2 grid size-9 place-items-center rounded-md text-stone hover:bg-error-ground hover:text-error"
              >
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">Remove {index + 1}</span>
              </button>
            ) : null}
          </span>
        </legend>
        <Field id={`what-${index}`} label="What do you need?" size="sm" error={problemAt("what")}>
          <Select
            name="what"
            size="sm"
            placeholder="Choose a document, a question or a correction"
            defaultValue={item.what}
            onChange={(event) => setWhat(event.currentTarget.value)}
          >
            {choices.map(({ group, options }) => (
              <optgroup key={group} label={group}>
                {options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        {steps.length > 0 ? <ShowQuestions /> : null}
        {step ? (
          <QuestionCheckboxes
            key={step.code}
            id={`questions-${index}`}
            step={step}
            ticked={ticks[step.code] ?? []}
            error={problemAt("questions")}
            onToggle={(name, isChecked) =>
              setTicks(({ [step.code]: names = [], ...rest }) => ({
                ...rest,
                [step.code]: isChecked ? [...names, name] : names.filter((checkedName) => checkedName !== name),
              }))
            }
          />
        ) : null}
        <NameField index={index} item={item} what={what} error={problemAt("name")} />
        <Field
          id={`reason-${index}`}
          label="Why you need it"
          hint="The applicant sees this."
          size="sm"
          error={problemAt("reason")}
        >
          <Textarea name="reason" size="sm" rows={2} defaultValue={item.reason} dir="auto" />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <Field
            id={`dueOn-${index}`}
            label="Due date"
            mark="optional"
            hint="The applicant sees this."
            size="sm"
            error={problemAt("dueOn")}
          >
            <DateInput name="dueOn" size="sm" min={nassauDay()} defaultValue={item.dueOn} />
          </Field>
          <Field
            id={`ifLate-${index}`}
            label="If it’s late"
            mark="optional"
            hint="Such as “We’ll have to move your interview.”"
            size="sm"
            error={problemAt("ifLate")}
          >
            <Input name="ifLate" size="sm" defaultValue={item.ifLate} placeholder={ifLateOf("")} dir="auto" />
          </Field>
        </div>
      </fieldset>
    </li>
  );
}

type Choices = { group: string; options: { value: string; label: string }[] }[];

function choicesOf(requirements: RequestedItemProps["requirements"], steps: RequestedItemProps["steps"]): Choices {
  const documents = requirements.map(({ type, name }) => ({ value: `document:${type}`, label: name }));
  const corrections = steps.map(({ code, title, isAsked }) => ({
    value: correctionOf(code),
    label: `${itemName({ kind: "correction", name: title })}${isAsked ? " (already requested)" : ""}`,
  }));
  return [
    { group: "Documents", options: [...documents, { value: "document", label: "Another document" }] },
    { group: "Questions", options: [{ value: "question", label: "A question" }] },
    ...(corrections.length > 0 ? [{ group: "Corrections to signed answers", options: corrections }] : []),
  ];
}

type NameFieldProps = Pick<RequestedItemProps, "index" | "item"> & { what: string; error: string | undefined };

/** Name of another document, or the question; without script it is always shown. */
function NameField({ index, item, what, error }: NameFieldProps) {
  const scripted = useScripted();
  const isQuestion = what === "question";
  const named = what === "" || what === "document" || isQuestion;
  const itsName = scripted && what === "document" ? "Name of the document" : "Document name or question";
  return (
    <div className={scripted && !named ? "hidden" : undefined}>
      <Field
        id={`name-${index}`}
        label={isQuestion ? "The question" : itsName}
        size="sm"
        hint={scripted && what !== "" ? undefined : "For another document, or a question."}
        error={error}
      >
        {isQuestion ? (
          <Textarea name="name" size="sm" rows={2} defaultValue={item.name} dir="auto" />
        ) : (
          <Input name="name" size="sm" defaultValue={item.name} autoComplete="off" dir="auto" />
        )}
      </Field>
    </div>
  );
}
