import { type DateRule, dateRules, dateRuleUnits } from "~/db/schema/values";
import { statementOf } from "~/documents/dates/date-rule";
import { classNames } from "~/ui/class-names";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { type DateRuleInput, typedDateRule } from "./date-rule-input";

const labels: Record<DateRule, string> = {
  submission: "Issued at most … before submission",
  filing: "Issued at most … before filing",
  trip: "Valid for at least … after the trip",
};

type DateRuleFieldProps = {
  id: (part: string) => string;
  name: (part: string) => string;
  value: DateRuleInput;
  error: string | undefined;
  onChange: (changed: Partial<DateRuleInput>) => void;
};

/** How old a required document may be, or how long it must be valid, with the sentence that applicants read. */
export function DateRuleField({ id, name, value, error, onChange }: DateRuleFieldProps) {
  const rule = typedDateRule(value);
  // Without script the number is always there, because nothing could show it.
  const part = value.dateRule === "" && !error ? "hidden noscript:block" : "";
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-end gap-3">
        <Field id={id("dateRule")} label="Date rule" size="sm" className="max-w-full grow basis-64">
          <Select
            size="sm"
            name={name("dateRule")}
            value={value.dateRule}
            placeholder="None"
            options={dateRules.map((option) => ({ value: option, label: labels[option] }))}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              onChange({ dateRule: dateRules.find((option) => option === chosen) ?? "" });
            }}
          />
        </Field>
        <Field
          id={id("dateAmount")}
          label="Number"
          size="sm"
          error={error}
          className={classNames(error ? "basis-full sm:basis-64" : "w-20", part)}
        >
          <Input
            size="sm"
            inputMode="numeric"
            name={name("dateAmount")}
            value={value.dateAmount}
            className="max-w-20"
            onChange={(event) => onChange({ dateAmount: event.currentTarget.value })}
          />
        </Field>
        <Field id={id("dateUnit")} label="Days or months" size="sm" className={classNames("w-36", part)}>
          <Select
            size="sm"
            name={name("dateUnit")}
            value={value.dateUnit}
            options={dateRuleUnits.map((option) => ({ value: option, label: option }))}
            onChange={(event) => {
              const chosen = dateRuleUnits.find((option) => option === event.currentTarget.value);
              if (chosen) onChange({ dateUnit: chosen });
            }}
          />
        </Field>
      </div>
      {rule ? <p className="mt-1.5 text-sm text-stone">Applicants read: “{statementOf(rule)}”</p> : null}
    </div>
  );
}
