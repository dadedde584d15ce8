import { Fragment, useState } from "react";
import type { EarlierHint } from "~/applications/steps/earlier-answers";
import type { CountryOption } from "~/core/countries/country-search";
import type { Answers, Field, ListField, Problem } from "~/form-engine/definition";
import { answerOf, entriesOf, isPresent } from "~/form-engine/relevance";
import type { Today } from "~/form-engine/validate";
import { classNames } from "~/ui/class-names";
import { Repeater } from "~/ui/forms/repeater";
import { selectAnswer } from "./answering/select-answer";
import { FieldNote, FieldView, fieldId } from "./field-view";
import type { Files } from "./files/file-client";
import { FileView } from "./files/file-view";
import { StatusesView } from "./statuses-view";

type Shared = {
  stored: Answers;
  answers: Answers;
  problems: readonly Problem[];
  countries: readonly CountryOption[];
  today: Today;
  /** The countries whose calling codes are suggested for a phone without one. */
  phoneCountries: readonly string[];
  /** Hints from earlier steps by field name; only the applicant may see them. */
  earlier?: Readonly<Record<string, EarlierHint>>;
  /** Questions that a renewal asks again, marked until they have an answer. */
  asked?: readonly string[] | undefined;
  /** The prefix of input names on a page with several such forms. */
  prefix?: string;
};

/** Without `files` a question of a file is not shown. */
export type QuestionProps = Shared & { field: Field; files?: Files; onChange: () => void };

export const widths = { full: "sm:col-span-6", half: "sm:col-span-3", third: "sm:col-span-2" };

export function Question({ field, files, onChange, ...shared }: QuestionProps) {
  const { stored, answers, problems, prefix = "" } = shared;
  if (field.kind === "list") return <ListQuestion {...shared} field={field} onChange={onChange} />;
  if (field.kind === "statuses")
    return <StatusesView field={field} prefix={prefix} stored={stored} problems={problems} onChange={onChange} />;
  const error = problems.find((problem) => problem.name === field.name)?.message;
  const id = fieldId(prefix + field.name);
  const isAnew = shared.asked?.includes(field.name) === true && !isPresent(answerOf(field, answers));
  if (field.kind === "file")
    return files ? (
      <FileView field={field} id={id} stored={stored} answers={answers} isAnew={isAnew} error={error} files={files} />
    ) : null;
  const own = { earlier: shared.earlier?.[field.name], isAnew };
  return <FieldView {...shared} {...own} field={field} name={prefix + field.name} id={id} error={error} />;
}

function ListQuestion({ field, onChange, ...shared }: Shared & { field: ListField; onChange: () => void }) {
  const { gate } = field;
  const { prefix = "" } = shared;
  const name = prefix + field.name;
  const id = fieldId(name);
  const isOpen = gate !== undefined && shared.answers[gate] === true;
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [stored] = useState(() => entriesOf(field, shared.stored));
  // Entries keep their initial number, so that removing one doesn't disturb the others' inputs.
  const [numbers, setNumbers] = useState(() => (stored.length === 0 && isOpen ? [0] : stored.map((_, index) => index)));
  if (isOpen !== wasOpen) {
    // Yes opens the first entry.
    setWasOpen(isOpen);
    if (isOpen && numbers.length === 0) setNumbers([stored.length]);
  }
  const currentEntries = entriesOf(field, shared.answers);
  const error = shared.problems.find((problem) => problem.name === field.name)?.message;

  function add() {
    const form = document.getElementById(id)?.closest("form");
    if (form && gate) selectAnswer(form, prefix + gate, "yes");
    change([...numbers, Math.max(stored.length - 1, ...numbers) + 1]);
  }

  function change(next: number[]) {
    setNumbers(next);
    // After React has added or removed the inputs.
    requestAnimationFrame(onChange);
  }

  return (
    <Repeater
      id={id}
      name={name}
      legend={field.label}
      hint={field.hint}
      error={error}
      items={numbers}
      keyOf={String}
      itemLabel={field.entry}
      max={field.maxEntries}
      onAdd={add}
      onRemove={(index) => change(numbers.filter((_, position) => position !== index))}
    >
      {(number, position) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-10 pb-6 sm:grid-cols-6">
          {field.fields.map((part) => (
            <Fragment key={part.name}>
              <div className={classNames("flex min-w-0 flex-col justify-end", widths[part.width ?? "full"])}>
                <FieldView
                  field={part}
                  name={`${name}[${number}].${part.name}`}
                  id={`${id}-${position}-${part.name}`}
                  stored={stored[number] ?? {}}
                  answers={currentEntries[position] ?? {}}
                  error={
                    shared.problems.find(({ name }) => name === `${field.name}[${position}].${part.name}`)?.message
                  }
                  countries={shared.countries}
                  today={shared.today}
                  phoneCountries={shared.phoneCountries}
                />
              </div>
              <FieldNote
                field={part}
                id={`${id}-${position}-${part.name}`}
                answers={currentEntries[position] ?? {}}
                today={shared.today}
              />
            </Fragment>
          ))}
        </div>
      )}
    </Repeater>
  );
}
