import { Fragment } from "react";
import type { Section, StepDefinition } from "~/form-engine/definition";
import { isRequired, isVisible } from "~/form-engine/relevance";
import { classNames } from "~/ui/class-names";
import { NoToAll } from "./answering/no-to-all";
import { FieldNote, fieldId } from "./field-view";
import { Question, type QuestionProps, widths } from "./question";
import { isShown, isUnseen, partWith } from "./sections/parts";
import type { Sections } from "./sections/use-sections";

type StepFieldsProps = Omit<QuestionProps, "field"> & { step: StepDefinition; sections: Sections };

/** Hidden questions stay in the form, so that their input is not lost; without JavaScript they are shown. */
export function StepFields({ step, sections, ...shared }: StepFieldsProps) {
  const { answers, problems } = shared;
  return step.sections.map((section, index) => (
    <section
      key={section.title ?? index}
      data-section={index}
      aria-labelledby={section.title ? `section-${index}` : undefined}
      className={classNames(
        index > 0 && "mt-10 border-t border-dune pt-9",
        sections.parts.includes(index) && "sectioned:mt-0 sectioned:border-t-0 sectioned:pt-0",
        sections.parts.length > 0 && partWith(sections.parts, index) !== sections.open && "sectioned:hidden",
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
          .map((field, position) => (
            <Fragment key={field.name}>
              <div
                className={classNames(
                  "flex min-w-0 flex-col justify-end",
                  // A checkbox comments on the question above it.
                  field.kind === "tick" && position > 0 && !isRequired(field, answers) && "-mt-6",
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

/** `place`: the section's position among the `of` that a phone shows one at a time; `isOn`: it does so now. */
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
