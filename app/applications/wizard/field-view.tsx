import { Info } from "lucide-react";
import { namesIn, offeredCountries } from "~/applications/countries/offered";
import {
  type Answers,
  type EntryField,
  optionsOf,
  type SingleField,
  type Field as StepField,
  textOf,
} from "~/applications/steps/engine/definition";
import { answerOf, isRequired, labelOf } from "~/applications/steps/engine/relevance";
import { isOverLimit, maxLengthOf } from "~/applications/steps/engine/unfit";
import { dateBounds, type Today } from "~/applications/steps/engine/validate";
import { Checkbox } from "~/ui/forms/checkbox";
import { CountryCombobox } from "~/ui/forms/country-combobox";
import type { CountryOption } from "~/ui/forms/country-search";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { OverLimit } from "~/ui/forms/over-limit";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";

/** The id of an input, which the error summary links to: `otherNames[0].type` becomes `otherNames-0-type`. */
export const fieldId = (name: string) => name.replaceAll(/[[\].]+/g, "-");

export type FieldViewProps = {
  field: SingleField | EntryField;
  /** The input's name and id, which for an entry of a list are longer than the field's. */
  name: string;
  id: string;
  /** What was stored: the inputs hold what is typed from then on. */
  stored: Answers;
  /** What is typed now: labels, limits and notes follow it. */
  answers: Answers;
  error: string | undefined;
  countries: readonly CountryOption[];
  today: Today;
};

const yesNo = optionsOf(["yes", "no"]);

/** One question of a step with its input, hint, note and error. */
export function FieldView(props: FieldViewProps) {
  const { field, name, id, stored, answers, error } = props;
  const label = labelOf(field, answers);
  const required = isRequired(field, answers);
  const computed = field.kind === "number" && field.compute !== undefined;
  const mark = required || computed ? undefined : ("optional" as const);
  const value = answerOf(field, stored);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const limit = isWritten(field.kind) ? maxLengthOf(field) : undefined;
  const typed = textOf(answers[field.name]);

  if (field.kind === "tick")
    return (
      <Checkbox
        id={id}
        name={name}
        value="yes"
        label={label}
        hint={field.hint}
        error={error}
        framed={required}
        defaultChecked={value === true}
        aria-required={required || undefined}
      />
    );
  // Up to five choices over the whole width are radio buttons; more, or a narrower field, become a select.
  const few = field.kind === "choice" && field.options.length <= 5 && !field.width;
  const radios = field.kind === "yesno" ? yesNo : few ? field.options : null;
  if (radios)
    return (
      <RadioGroup
        id={id}
        name={name}
        legend={label}
        hint={field.hint}
        error={error}
        required={required}
        mark={field.kind === "yesno" ? undefined : mark}
        options={radios}
        columns={2}
        defaultValue={value === true ? "yes" : value === false ? "no" : text}
      />
    );
  return (
    <Field id={id} label={label} hint={field.hint} error={error} required={required} mark={mark}>
      <Control {...props} text={text} />
      {limit === undefined ? null : <OverLimit id={id} text={typed} limit={limit} />}
    </Field>
  );
}

/** A field's note on these answers, below it over the whole width. Announced when it appears. */
export function FieldNote({
  field,
  id,
  answers,
  today,
}: Pick<FieldViewProps, "id" | "answers" | "today"> & { field: Pick<StepField, "note"> }) {
  if (!field.note) return null;
  const note = field.note(answers, today.earliest);
  return (
    <p
      id={`${id}-note`}
      role="status"
      className="-mt-2 flex gap-2.5 rounded-md bg-foam px-4 py-2.5 text-sm empty:hidden sm:col-span-6"
    >
      {note ? (
        <>
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-sea-ink" />
          <span>{note}</span>
        </>
      ) : null}
    </p>
  );
}

/** What may be typed without end, so that its length is counted (N-TEXT-1). */
const isWritten = (kind: StepField["kind"]) => ["text", "textarea", "email", "phone"].includes(kind);

function Control({ field, name, id, answers, countries, today, text }: FieldViewProps & { text: string }) {
  const isOver = isWritten(field.kind) && isOverLimit(field, answers[field.name]);
  const described = [field.note ? `${id}-note` : "", isOver ? `${id}-count` : ""].filter(Boolean).join(" ");
  const shared = {
    name,
    defaultValue: text,
    autoComplete: field.autoComplete,
    ...(described ? { "aria-describedby": described } : {}),
  };
  switch (field.kind) {
    case "textarea":
      return <Textarea {...shared} rows={3} />;
    case "date": {
      const { min, max } = dateBounds(field, answers, today);
      return <DateInput {...shared} min={min} max={max} />;
    }
    case "choice":
      return <Select {...shared} options={field.options} placeholder="Choose one" />;
    case "country":
      return (
        <CountryCombobox
          name={name}
          defaultValue={text}
          countries={offeredCountries(namesIn(countries), field.offers)}
        />
      );
    case "number":
      if (field.compute) {
        const number = field.compute(answers);
        return (
          <output id={fieldId(name)} tabIndex={-1} className="block py-2 text-lg text-navy tabular-nums">
            {number === undefined ? field.uncomputed : `${number} ${field.unit ?? ""}`}
          </output>
        );
      }
      if (field.plain)
        return (
          <Input
            {...shared}
            type="number"
            inputMode="decimal"
            min={field.min}
            max={field.max}
            step={field.step}
            after={field.unit}
          />
        );
      return <Input {...shared} inputMode="decimal" after={field.unit} />;
    case "text":
    case "email":
    case "phone":
      return (
        <Input
          {...shared}
          type={field.kind === "phone" ? "tel" : field.kind === "email" ? "email" : "text"}
          record={field.look === "record"}
        />
      );
    default:
      return null;
  }
}
