import { Fragment, useState } from "react";
import type {
  Answers,
  Field,
  ListField,
  Problem,
  Section,
  StepDefinition,
} from "~/applications/steps/engine/definition";
import { entriesOf, isRequired, isVisible } from "~/applications/steps/engine/relevance";
import type { Today } from "~/applications/steps/engine/validate";
import { classNames } from "~/ui/class-names";
import type { CountryOption } from "~/ui/forms/country-search";
import { Repeater } from "~/ui/forms/repeater";
import { NoToAll } from "./answering/no-to-all";
import { pressAnswer } from "./answering/press-answer";
import { FieldNote, FieldView, fieldId } from "./field-view";
import type { Files } from "./files/file-client";
import { FileView } from "./files/file-view";
import { isShown, isUnseen } from "./sections/parts";
import type { Sections } from "./sections/use-sections";
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

const widths = { full: "sm:col-span-6", half: "sm:col-span-3", third: "sm:col-span-2" };

type StepFieldsProps = Whole & { step: StepDefinition; sections: Sections };

/**
 * The questions of a step. What other answers hide stays in the form, so that it comes back with them (W-SHARED-10);
 * where there is no script to show it again, it is shown from the start. So do the sections that a phone hides
 * (N-PART-3).
 */
export function StepFields({ step, sections, ...shared }: StepFieldsProps) {
  const { answers, problems } = shared;
  return step.sections.map((section, index) => (
    <section
      key={section.title ?? index}
      data-section={index}
      aria-labelledby={section.title ? `section-${index}` : undefined}
      className={classNames(
        index > 0 && "mt-10 border-t border-dune pt-9",
        sections.parts.length > 0 && "sectioned:mt-0 sectioned:border-t-0 sectioned:pt-0",
        sections.parts.length > 0 && index !== sections.open && "sectioned:hidden",
        !section.fields.some((field) => isShown(field, answers, problems)) && "hidden noscript:block",
      )}
    >
      <SectionHeading
        section={section}
        index={index}
        place={sections.parts.indexOf(index)}
        of={sections.parts.length}
        isOn={sections.isOn}
      />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-10 sm:grid-cols-6">
        {section.fields
          .filter((field) => !isUnseen(field))
          .map((field, place) => (
            <Fragment key={field.name}>
              <div
                className={classNames(
                  "flex min-w-0 flex-col justify-end",
                  // It says something of the question before it.
                  field.kind === "tick" && place > 0 && !isRequired(field, answers) && "-mt-6",
                  widths[field.width ?? "full"],
                  !isShown(field, answers, problems) && "hidden noscript:flex",
                )}
              >
                <Question {...shared} field={field} />
              </div>
              {isVisible(field, answers) ? (
                <FieldNote field={field} id={fieldId(field.name)} answers={answers} today={shared.today} />
              ) : null}
            </Fragment>
          ))}
      </div>
      {section.noToAll ? <NoToAll step={step} index={index} answers={answers} onChange={shared.onChange} /> : null}
    </section>
  ));
}

type SectionHeadingProps = { section: Section; index: number; place: number; of: number; isOn: boolean };

/** `place` is that of the section among the `of` that a phone shows one at a time (N-PART-1), `isOn` there alone. */
function SectionHeading({ section, index, place, of, isOn }: SectionHeadingProps) {
  const id = `section-${index}`;
  const counted = place >= 0;
  return (
    <>
      {counted ? (
        <p id={`${id}-count`} className="hidden text-sm font-semibold text-sea-ink sectioned:block">
          Section {place + 1} of {of}
        </p>
      ) : null}
      {section.title ? (
        <h2 id={id} tabIndex={-1} aria-describedby={counted && isOn ? `${id}-count` : undefined} className="text-2xl">
          {section.title}
        </h2>
      ) : null}
      {section.description ? <p className="mt-1 text-stone">{section.description}</p> : null}
    </>
  );
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
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-10 pb-6 sm:grid-cols-6">
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
