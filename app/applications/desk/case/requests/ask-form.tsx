import { Plus, Trash2 } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { emptyItem, type ItemField, type TypedItem } from "~/applications/case/requests/asking/check-items";
import { ifLateOf, itemLimits } from "~/applications/case/requests/request-words";
import { newAttempt } from "~/ground/attempt-key";
import { nassauDay } from "~/ground/time";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { DateInput } from "~/ui/forms/date-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { useScripted } from "~/ui/use-scripted";
import type { AskAnswer } from "./answers";

type AskFormProps = {
  application: { status: string; userEmail: string };
  requirements: readonly { type: string; name: string }[];
  attempt: string;
  /** What was sent and refused, or has another item now. */
  answered: AskAnswer | undefined;
};

type Row = { key: string; item: TypedItem };
const rowsOf = (items: readonly TypedItem[] | undefined): Row[] =>
  (items ?? [emptyItem]).map((item, index) => ({ key: `given-${index}`, item }));

/** Up to twenty documents and questions in one go. Without script each further one is a round to the server. */
export function AskForm({ application, requirements, attempt, answered }: AskFormProps) {
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === "ask";
  const [rows, setRows] = useState(() => rowsOf(answered?.items));
  // Problems name an item by its place: after one was removed they would stand at another.
  const [moved, setMoved] = useState<AskAnswer>();
  const problems = answered && moved !== answered ? answered.problems : [];
  const at = (index: number, field: ItemField) =>
    problems.find((problem) => problem.index === index && problem.field === field)?.message;
  const add = (event: MouseEvent) => {
    event.preventDefault();
    setRows((all) => [...all, { key: newAttempt(), item: emptyItem }]);
  };
  const errors = problems.map(({ index, field, message }) => ({ id: `${field}-${index}`, message }));
  if (answered?.message && moved !== answered) errors.unshift({ id: "what-0", message: answered.message });
  return (
    <Form method="post" replace preventScrollReset className="grid gap-6">
      <input type="hidden" name="attempt" value={attempt} />
      <ErrorSummary title="Nothing was sent yet" errors={errors} />
      <ol className="grid gap-5">
        {rows.map((row, index) => (
          <AskedItem
            key={row.key}
            index={index}
            item={row.item}
            isNew={row.key.length > 10}
            requirements={requirements}
            problemAt={(field) => at(index, field)}
            onRemove={
              rows.length > 1
                ? () => {
                    setRows((all) => all.filter((one) => one !== row));
                    setMoved(answered);
                  }
                : undefined
            }
          />
        ))}
      </ol>
      {rows.length < itemLimits.items ? (
        <div>
          <Button
            type="submit"
            name="intent"
            value="more"
            variant="outline"
            size="sm"
            onClick={add}
            before={<Plus aria-hidden />}
          >
            Ask for something else too
          </Button>
        </div>
      ) : (
        <p className="text-sm text-stone">{itemLimits.items} things can be asked for in one go.</p>
      )}
      <div className="border-t border-line pt-5">
        <Checkbox
          id="setStatus"
          name="setStatus"
          value="yes"
          size="sm"
          defaultChecked={answered?.setStatus ?? true}
          label="Set the status to Additional Info Required"
          hint={
            application.status === "additional_info_required"
              ? "It is set already and stays."
              : "Once the last open thing is sent, it is Under Review again by itself."
          }
        />
        <p className="mt-3 text-xs text-stone">
          {application.userEmail === ""
            ? "Nobody is written to, because there is no address: it is shown on the application’s own page."
            : "The applicant gets one mail that names all of it, and answers on the application’s page."}
        </p>
        <Button type="submit" name="intent" value="ask" className="mt-4" busy={busy} busyLabel="Sending…">
          Ask the applicant
        </Button>
      </div>
    </Form>
  );
}

type AskedItemProps = {
  index: number;
  item: TypedItem;
  /** Added just now: takes the focus. */
  isNew: boolean;
  requirements: AskFormProps["requirements"];
  problemAt: (field: ItemField) => string | undefined;
  onRemove: (() => void) | undefined;
};

function AskedItem({ index, item, isNew, requirements, problemAt, onRemove }: AskedItemProps) {
  const scripted = useScripted();
  const [what, setWhat] = useState(item.what);
  const box = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) box.current?.querySelector("select")?.focus();
  }, [isNew]);
  const isQuestion = what === "question";
  const named = what === "" || what === "document" || isQuestion;
  const options = [
    ...requirements.map(({ type, name }) => ({ value: `document:${type}`, label: name })),
    { value: "document", label: "Another document" },
    { value: "question", label: "A question" },
  ];
  return (
    <li ref={box} className="min-w-0 rounded-xl border border-line bg-mist/50 px-4 py-4 sm:px-5">
      <fieldset className="grid min-w-0 gap-4">
        <legend className="float-left w-full font-semibold">
          <span className="flex min-h-9 items-center justify-between gap-3">
            {`${index + 1}. ${what === "" ? "What you need" : (options.find(({ value }) => value === what)?.label ?? "")}`}
            {onRemove ? (
              <button
                type="button"
                onClick={onRemove}
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
            placeholder="Choose a document or a question"
            defaultValue={item.what}
            onChange={(event) => setWhat(event.currentTarget.value)}
            options={options}
          />
        </Field>
        <div className={scripted && !named ? "hidden" : undefined}>
          <Field
            id={`name-${index}`}
            label={
              isQuestion
                ? "The question"
                : scripted && what === "document"
                  ? "Name of the document"
                  : "Its name, or the question"
            }
            size="sm"
            hint={scripted && what !== "" ? undefined : "For another document, or a question."}
            error={problemAt("name")}
          >
            {isQuestion ? (
              <Textarea name="name" size="sm" rows={2} defaultValue={item.name} dir="auto" />
            ) : (
              <Input name="name" size="sm" defaultValue={item.name} autoComplete="off" dir="auto" />
            )}
          </Field>
        </div>
        <Field id={`reason-${index}`} label="Why you need it" size="sm" error={problemAt("reason")}>
          <Textarea name="reason" size="sm" rows={2} defaultValue={item.reason} dir="auto" />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <Field id={`dueOn-${index}`} label="By" mark="optional" size="sm" error={problemAt("dueOn")}>
            <DateInput name="dueOn" size="sm" min={nassauDay()} defaultValue={item.dueOn} />
          </Field>
          <Field id={`ifLate-${index}`} label="If it comes later" mark="optional" size="sm" error={problemAt("ifLate")}>
            <Input name="ifLate" size="sm" defaultValue={item.ifLate} placeholder={ifLateOf("")} dir="auto" />
          </Field>
        </div>
      </fieldset>
    </li>
  );
}
