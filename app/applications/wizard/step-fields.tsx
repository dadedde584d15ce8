import { Fragment, useState } from "react";
import type { Answers, Field, ListField, Problem, StepDefinition } from "~/applications/steps/engine/definition";
import { entriesOf, isVisible } from "~/applications/steps/engine/relevance";
import type { Today } from "~/applications/steps/engine/validate";
import { classNames } from "~/ui/class-names";
import type { CountryOption } from "~/ui/forms/country-search";
import { Repeater } from "~/ui/forms/repeater";
import { NoToAll } from "./answering/no-to-all";
import { pressAnswer } from "./answering/press-answer";
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
  /** The code of the country that the applicant lives in, or empty. */
  home: string;
};

type Whole = Shared & { files: Files; onChange: () => void };

/** Computed yes/no answers, which are not shown at all. */
const isUnseen = (field: Field) => field.kind === "yesno" && field.compute !== undefined;

const widths = { full: "sm:col-span-6", half: "sm:col-span-3", third: "sm:col-span-2" };

/** Whether a question stands on the page: an entry beside a No stands there once it is refused (N-LIST-3). */
const isShown = (field: Field, { answers, problems }: Pick<Shared, "answers" | "problems">) =>
  isVisible(field, answers) || (field.kind === "list" && problems.some(({ name }) => name === field.name));

/**
 * The questions of a step. What other answers hide stays in the form, so that it comes back with them (W-SHARED-10);
 * where there is no script to show it again, it is shown from the start.
 */
export function StepFields({ step, ...shared }: Whole & { step: StepDefinition }) {
  return step.sections.map((section, index) => {
    const shown = section.fields.some((field) => isShown(field, shared));
    const heading = `section-${index}`;
    return (
      <section
        key={section.title ?? index}
        aria-labelledby={section.title ? heading : undefined}
        className={classNames(index > 0 && "mt-10 border-t border-dune pt-9", !shown && "hidden noscript:block")}
      >
        {section.title ? (
          <h2 id={heading} className="text-2xl">
            {section.title}
          </h2>
        ) : null}
        {section.description ? <p className="mt-1 text-stone">{section.description}</p> : null}
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-8 sm:grid-cols-6">
          {section.fields
            .filter((field) => !isUnseen(field))
            .map((field) => (
              <Fragment key={field.name}>
                <div
                  className={classNames(
                    "flex min-w-0 flex-col justify-end",
                    widths[field.width ?? "full"],
                    !isShown(field, shared) && "hidden noscript:flex",
                  )}
                >
                  <Question {...shared} field={field} />
                </div>
                {isVisible(field, shared.answers) ? (
                  <FieldNote field={field} id={fieldId(field.name)} answers={shared.answers} today={shared.today} />
                ) : null}
              </Fragment>
            ))}
        </div>
        {section.noToAll ? (
          <NoToAll step={step} index={index} answers={shared.answers} onChange={shared.onChange} />
        ) : null}
      </section>
    );
  });
}

function Question({ field, files, onChange, ...shared }: Whole & { field: Field }) {
  const { stored, answers, problems } = shared;
  if (field.kind === "list") return <ListQuestion {...shared} field={field} onChange={onChange} />;
  if (field.kind === "statuses")
    return <StatusesView field={field} stored={stored} problems={problems} onChange={onChange} />;
  const error = problems.find((problem) => problem.name === field.name)?.message;
  const id = fieldId(field.name);
  if (field.kind === "file")
    return <FileView field={field} id={id} stored={stored} answers={answers} error={error} files={files} />;
  return <FieldView {...shared} field={field} name={field.name} id={id} error={error} />;
}

function ListQuestion({ field, onChange, ...shared }: Shared & { field: ListField; onChange: () => void }) {
  const { gate } = field;
  const isOpen = gate !== undefined && shared.answers[gate] === true;
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [stored] = useState(() => entriesOf(field, shared.stored));
  // Entries keep the number that they came with, so that removing one disturbs no other's input.
  const [numbers, setNumbers] = useState(() => (stored.length === 0 && isOpen ? [0] : stored.map((_, index) => index)));
  if (isOpen !== wasOpen) {
    // Yes opens the first entry (N-LIST-1).
    setWasOpen(isOpen);
    if (isOpen && numbers.length === 0) setNumbers([stored.length]);
  }
  const typed = entriesOf(field, shared.answers);
  const error = shared.problems.find((problem) => problem.name === field.name)?.message;

  function add() {
    const form = document.getElementById(field.name)?.closest("form");
    if (form && gate) pressAnswer(form, gate, "yes");
    change([...numbers, Math.max(stored.length - 1, ...numbers) + 1]);
  }

  function change(next: number[]) {
    setNumbers(next);
    // Once the inputs are there, or gone.
    requestAnimationFrame(onChange);
  }

  return (
    <Repeater
      id={field.name}
      name={field.name}
      legend={field.label}
      hint={field.hint}
      error={error}
      items={numbers}
      keyOf={String}
      itemLabel={field.entry}
      max={field.maxEntries}
      onAdd={add}
      onRemove={(index) => change(numbers.filter((_, place) => place !== index))}
    >
      {(number, place) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-8 pb-4 sm:grid-cols-6">
          {field.fields.map((part) => (
            <Fragment key={part.name}>
              <div className={classNames("flex min-w-0 flex-col justify-end", widths[part.width ?? "full"])}>
                <FieldView
                  field={part}
                  name={`${field.name}[${number}].${part.name}`}
                  id={`${field.name}-${place}-${part.name}`}
                  stored={stored[number] ?? {}}
                  answers={typed[place] ?? {}}
                  error={shared.problems.find(({ name }) => name === `${field.name}[${place}].${part.name}`)?.message}
                  countries={shared.countries}
                  today={shared.today}
                  home={shared.home}
                />
              </div>
              <FieldNote
                field={part}
                id={`${field.name}-${place}-${part.name}`}
                answers={typed[place] ?? {}}
                today={shared.today}
              />
            </Fragment>
          ))}
        </div>
      )}
    </Repeater>
  );
}
