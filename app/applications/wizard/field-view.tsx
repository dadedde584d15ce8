import { Info } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { type EarlierHint, matchesEarlierAnswer } from "~/applications/steps/earlier-answers";
import { countryOptions, namesIn } from "~/core/countries/country-options";
import type { CountryOption } from "~/core/countries/country-search";
import { shownEmail } from "~/core/email/shown-email";
import {
  type Answers,
  type EntryField,
  type NumberField,
  optionsOf,
  type SingleField,
  type Field as StepField,
  textOf,
} from "~/form-engine/definition";
import { answerOf, isRequired, labelOf } from "~/form-engine/relevance";
import { isOverLimit, lengthOf, maxLengthOf } from "~/form-engine/storable";
import { isNormalizedField } from "~/form-engine/typed/canonical";
import { formatNumber, numberOf } from "~/form-engine/typed/numbers";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import type { Today } from "~/form-engine/validate";
import { classNames } from "~/ui/class-names";
import { Checkbox } from "~/ui/forms/checkbox";
import { CountryCombobox, type CountryComboboxProps } from "~/ui/forms/country-combobox";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Input, type InputProps, Textarea } from "~/ui/forms/input";
import { OverLimit } from "~/ui/forms/over-limit";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";
import { DateView } from "./fields/date-view";
import { FilledInput } from "./fields/filled-box";
import { PhoneInput } from "./fields/phone-box";
import { Reading, readingId } from "./fields/reading";
import { RenewalHint } from "./renewal-mark";

/** The id of an input, which the error summary links to: `otherNames[0].type` becomes `otherNames-0-type`. */
export const fieldId = (name: string) => name.replaceAll(/[[\].]+/g, "-");

export type FieldViewProps = {
  field: SingleField | EntryField;
  name: string;
  id: string;
  /** The initial values of the inputs, which are uncontrolled. */
  stored: Answers;
  /** The current input: labels, limits and notes depend on it. */
  answers: Answers;
  error: string | undefined;
  earlier?: EarlierHint | undefined;
  /** A renewal asks it again. */
  isAnew?: boolean;
  countries: readonly CountryOption[];
  today: Today;
  /** The countries whose calling codes are suggested for a phone without one. */
  phoneCountries: readonly string[];
};

/** A message without the question, which can be read above. */
const atItsField = (message: string): string =>
  message.replace(/^(Please answer Yes or No|Details are required): .*$/s, "$1");

const yesNo = optionsOf(["yes", "no"]);

export function FieldView(props: FieldViewProps) {
  const { field, name, id, stored, answers } = props;
  const error = props.error && atItsField(props.error);
  const ownHint = hintOf(props);
  const hint = props.isAnew ? <RenewalHint>{ownHint}</RenewalHint> : ownHint;
  const label = labelOf(field, answers);
  const required = isRequired(field, answers);
  const computed = field.kind === "number" && field.compute !== undefined;
  const mark = required || computed ? undefined : ("optional" as const);
  const value = answerOf(field, stored);
  const storedText = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const text =
    rawInputOf(field.name, stored)[field.name] ?? (field.kind === "email" ? shownEmail(storedText) : storedText);
  const limit = isWritten(field.kind) ? maxLengthOf(field) : undefined;
  const rawText = textOf(lengthOf(field, answers));

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
  const showsRadios = field.kind === "choice" && field.options.length <= 5 && !field.width;
  const radios = field.kind === "yesno" ? yesNo : showsRadios ? field.options : null;
  if (radios)
    return (
      <RadioGroup
        id={id}
        name={name}
        legend={label}
        hint={hint}
        error={error}
        required={required}
        mark={mark}
        options={radios}
        columns={2}
        defaultValue={value === true ? "yes" : value === false ? "no" : text}
      />
    );
  if (field.kind === "date")
    return <DateView {...props} field={field} label={label} hint={hint} required={required} mark={mark} />;
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} mark={mark}>
      <Control {...props} text={text} />
      {limit === undefined ? null : <OverLimit id={id} text={rawText} limit={limit} />}
    </Field>
  );
}

function hintOf({ field, answers, earlier }: FieldViewProps): ReactNode {
  if (!earlier) return field.hint;
  const { place, says } = earlier;
  return (
    <>
      {field.hint ? <>{field.hint} </> : null}
      {matchesEarlierAnswer(field, answers, earlier) ? (
        <span className="block">From step {place}</span>
      ) : (
        <span className="block wrap-anywhere">
          Step {place} says: <bdi className="text-ink">{says}</bdi>
        </span>
      )}
    </>
  );
}

export function FieldNote({
  field,
  id,
  answers,
  today,
}: Pick<FieldViewProps, "id" | "answers" | "today"> & { field: StepField }) {
  if (!field.note) return null;
  const note = field.note(answers, today.earliest);
  return (
    <p
      id={`${id}-note`}
      role="status"
      className={classNames(
        // The gap above contains the reading of a date or number.
        !isNormalizedField(field) && "-mt-2",
        "flex gap-2.5 rounded-md bg-foam px-4 py-2.5 text-sm empty:hidden sm:col-span-6",
      )}
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

/** Free text, whose characters are counted. */
const isWritten = (kind: StepField["kind"]) => ["text", "textarea", "email", "phone"].includes(kind);

function Control({ field, name, id, answers, countries, phoneCountries, text }: FieldViewProps & { text: string }) {
  const isOver = isWritten(field.kind) && isOverLimit(field, lengthOf(field, answers));
  const described = [field.note ? `${id}-note` : "", isOver ? `${id}-count` : ""].filter(Boolean).join(" ");
  const shared = {
    name,
    defaultValue: text,
    autoComplete: field.autoComplete ?? "off",
    ...(described ? { "aria-describedby": described } : {}),
  };
  switch (field.kind) {
    case "textarea":
      return <Textarea {...shared} rows={3} />;
    case "choice":
      return <Select {...shared} options={field.options} placeholder="Choose one" />;
    case "country": {
      const countryProps = {
        ...{ name, defaultValue: text, autoComplete: shared.autoComplete },
        countries: countryOptions(namesIn(countries), field.offers),
      };
      return field.fill ? (
        <FilledCountry {...countryProps} fill={field.fill(answers)} />
      ) : (
        <CountryCombobox {...countryProps} />
      );
    }
    case "number":
      if (field.compute) {
        const number = field.compute(answers);
        return (
          <output id={fieldId(name)} tabIndex={-1} className="block py-2 text-lg text-navy tabular-nums">
            {number === undefined ? field.uncomputed : formatNumber(number, field.unit)}
          </output>
        );
      }
      return <NumberInput field={field} id={id} answers={answers} input={shared} />;
    case "phone":
      return (
        <PhoneInput
          field={field}
          id={id}
          answers={answers}
          countries={phoneCountries}
          isTooLong={isOver}
          input={shared}
        />
      );
    case "email":
      return <EmailInput {...shared} />;
    case "text":
      if (field.fill) return <FilledInput {...shared} fill={field.fill(answers)} />;
      return <Input {...shared} record={field.look === "record"} />;
    default:
      return null;
  }
}

type NumberInputProps = {
  field: NumberField;
  id: string;
  answers: Answers;
  input: InputProps;
};

function NumberInput({ field, id, answers, input }: NumberInputProps) {
  const number = numberOf(field, answers[field.name] ?? rawInputOf(field.name, answers)[field.name]);
  const described = [input["aria-describedby"], readingId(id)].filter(Boolean).join(" ");
  return (
    <>
      <Input {...input} aria-describedby={described} inputMode="decimal" after={field.unit} />
      <Reading id={id}>{number === undefined ? null : formatNumber(number, field.unit)}</Reading>
    </>
  );
}

type FilledCountryProps = CountryComboboxProps & { fill: string | undefined };

/** Overwrites only an empty or filled-in country: one that was stored before may have been chosen on purpose. */
function FilledCountry({ fill, defaultValue = "", ...country }: FilledCountryProps) {
  const container = useRef<HTMLSpanElement>(null);
  const [code, setCode] = useState(defaultValue);
  const last = useRef(fill);
  const filled = useRef<string>(undefined);
  const follow = useEffectEvent((next: string) => {
    const isSame = next === last.current;
    last.current = next;
    if (isSame || (code !== "" && code !== filled.current)) return;
    filled.current = next;
    setCode(next);
    // React sets it without an event, so the form would not notice the change.
    requestAnimationFrame(() =>
      container.current?.querySelector("select")?.dispatchEvent(new Event("input", { bubbles: true })),
    );
  });
  useEffect(() => {
    if (fill !== undefined) follow(fill);
  }, [fill]);
  return (
    <span ref={container} className="contents">
      <CountryCombobox {...country} value={code} onValueChange={setCode} />
    </span>
  );
}
