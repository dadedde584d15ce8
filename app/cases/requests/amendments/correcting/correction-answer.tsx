import { Fragment, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { FieldNote, fieldId } from "~/applications/wizard/field-view";
import { Question, type QuestionProps, widths } from "~/applications/wizard/question";
import { type Changes, correctedAnswers } from "~/cases/request-items/corrected";
import type { CorrectionProps } from "~/cases/requests/answering/open-item-props";
import { useDraft } from "~/cases/requests/answering/use-draft";
import { namesIn } from "~/core/countries/country-options";
import type { Answers, Field, Problem } from "~/form-engine/definition";
import { isVisible } from "~/form-engine/relevance";
import { rawInputIn, withRawInput } from "~/form-engine/typed/raw-input";
import { classNames } from "~/ui/class-names";
import { FieldError } from "~/ui/forms/field";
import { type Correction, corrected, correctionOf, correctionProblems, fieldOfProblem } from "./correction";
import { draftedIn, fieldsInput, inputPrefix, readCorrection } from "./typed-correction";

/** A correction's questions in the wizard's own fields, with follow-up questions as they are typed. */
export function CorrectionAnswer(props: CorrectionProps) {
  const { item } = props;
  const [correction] = useState(() => correctionOf(item, item.inForce ?? {}));
  if (!correction) return <p>These questions are no longer open. Please answer in a message.</p>;
  return <CorrectionFields {...props} correction={correction} />;
}

function CorrectionFields({ application, item, typed: initial, problems, fields, correction }: Props) {
  const prefix = inputPrefix(item.id);
  const container = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState<Changes>(() => initial ?? draftedIn(item.draft));
  // A question that disappears and comes back gets its former input back.
  const latest = useRef(changes);
  const { state, refused, revision, changed } = useDraft<{ problems: Problem[] }>(application, item);
  const reported = [
    ...problems.flatMap(({ name, message, at }) => (name ? [{ name, message, ...(at ? { at } : {}) }] : [])),
    ...(refused?.reason === "invalid" ? refused.detail.problems : []),
  ];
  const also = reported.map(fieldOfProblem);
  const checked = useMemo(() => ({ today: fields.today, countries: namesIn(fields.countries) }), [fields]);
  const { answers, shown } = corrected(correction, changes, { checked, also });
  const standing = reported.length > 0 ? correctionProblems(correction, changes, checked) : [];
  const names = new Set(reported.map(({ name }) => name));
  const whole = [...problems.filter(({ name }) => !name).map(({ message }) => message), conflictIn(refused)].join(" ");

  function read() {
    const form = container.current?.closest("form");
    if (!form) return;
    const all = new FormData(form);
    const next = readCorrection(correction.step, all, item.id, checked.countries);
    latest.current = withRawInput(
      { ...latest.current, ...next },
      { ...rawInputIn(latest.current), ...rawInputIn(next) },
    );
    setChanges(next);
    const body = new FormData();
    body.set("intent", "correction");
    for (const [name, value] of all)
      if (name.startsWith(prefix) || name === fieldsInput(item.id)) body.append(name, value);
    changed(body);
  }
  const inForm = shown.map(({ name }) => name).join(" ");
  useReadAgain(inForm, read);

  return (
    <div ref={container} onInput={read} onChange={read}>
      <input type="hidden" name={`revision-${item.id}`} value={revision} />
      <input type="hidden" name={fieldsInput(item.id)} value={`${correction.step.code} ${inForm}`} />
      {whole ? <FieldError id={`whole-${item.id}`}>{whole}</FieldError> : null}
      {sectionsOf(correction, shown).map(({ title, fields: sectionFields }) => (
        <Fragment key={title ?? ""}>
          {title ? <h4 className="mt-6 text-lg first:mt-0">{title}</h4> : null}
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-10 sm:grid-cols-6">
            {sectionFields.map((field) => (
              <Fragment key={field.name}>
                <div
                  className={classNames(
                    "flex min-w-0 flex-col justify-end",
                    widths[field.kind === "date" ? "full" : (field.width ?? "full")],
                  )}
                >
                  <MountedQuestion
                    field={field}
                    kept={correctedAnswers(correction.answers, latest.current)}
                    answers={answers}
                    problems={standing.filter(({ name }) => names.has(name))}
                    countries={fields.countries}
                    today={fields.today}
                    phoneCountries={fields.phoneCountries}
                    prefix={prefix}
                    onChange={read}
                  />
                  {isVisible(field, correction.answers) ? null : (
                    <p className="mt-1 text-sm text-stone">We ask this because you changed an answer.</p>
                  )}
                </div>
                <FieldNote field={field} id={fieldId(prefix + field.name)} answers={answers} today={fields.today} />
              </Fragment>
            ))}
          </div>
        </Fragment>
      ))}
      <p role="status" className="mt-1 min-h-5 text-sm text-stone">
        {state}
      </p>
    </div>
  );
}

type Props = CorrectionProps & { correction: Correction };

const conflictIn = (refused: { reason: string; message: string } | undefined) =>
  refused?.reason === "conflict" ? refused.message : "";

/** Mounts a question with its last input. */
function MountedQuestion({ kept, ...props }: Omit<QuestionProps, "stored"> & { kept: Answers }) {
  const [stored] = useState(kept);
  return <Question {...props} stored={stored} />;
}

function useReadAgain(inForm: string, read: () => void) {
  const before = useRef(inForm);
  const again = useEffectEvent(read);
  useEffect(() => {
    if (before.current === inForm) return;
    before.current = inForm;
    again();
  }, [inForm]);
}

/** Groups the questions under their step's headings if there are several. */
function sectionsOf({ step }: Correction, shown: readonly Field[]): { title: string | undefined; fields: Field[] }[] {
  const names = new Set(shown.map(({ name }) => name));
  const sections = step.sections
    .map(({ title, fields }) => ({ title, fields: fields.filter(({ name }) => names.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
  return sections.length > 1 ? sections : [{ title: undefined, fields: sections.flatMap(({ fields }) => fields) }];
}
