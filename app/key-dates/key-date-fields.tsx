import { Checkbox } from "~/ui/forms/checkbox";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { type KeyDateInput, type KeyDateProblems, keyDateKindLabels, keyDateLimits } from "./key-date";

type KeyDateFieldsProps = {
  /** Begins the ids of the controls. */
  id: string;
  /** Begins the names of the controls, where a form has several key dates. */
  prefix?: string;
  input: KeyDateInput;
  problems: KeyDateProblems;
  /** Who reads the note. */
  noteHint?: string | undefined;
};

const kinds = Object.entries(keyDateKindLabels).map(([value, label]) => ({ value, label }));

/**
 * The fields of one key date. What only some kinds have is shown with these, by the style sheet alone, so that it works
 * without JavaScript.
 */
export function KeyDateFields({ id, prefix = "", input, problems, noteHint }: KeyDateFieldsProps) {
  const field = (name: keyof KeyDateProblems, label: string) => ({
    ...{ id: `${id}-${name}`, label, error: problems[name], size: "sm" as const },
  });
  return (
    <div className="group/date grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 sm:items-start">
      <Field {...field("kind", "What ends")} required className="sm:col-span-2">
        <Select name={`${prefix}kind`} size="sm" placeholder="Choose one" defaultValue={input.kind} options={kinds} />
      </Field>
      <Field
        {...field("name", "Name")}
        required
        className="hidden group-has-[option[value=other]:checked]/date:block sm:col-span-2"
      >
        <Input
          name={`${prefix}name`}
          size="sm"
          maxLength={keyDateLimits.name}
          defaultValue={input.name}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <Field {...field("endsOn", "Ends on")}>
        <DateInput name={`${prefix}endsOn`} size="sm" defaultValue={input.endsOn} />
      </Field>
      <Field {...field("validFrom", "Valid from")} mark="optional">
        <DateInput name={`${prefix}validFrom`} size="sm" defaultValue={input.validFrom} />
      </Field>
      <Checkbox
        id={`${id}-noExpiration`}
        name={`${prefix}noExpiration`}
        value="yes"
        size="sm"
        defaultChecked={input.noExpiration}
        label="No expiration date"
        className="hidden group-has-[option:is([value=visa],[value=permit],[value=entry_permission]):checked]/date:block sm:col-span-2"
      />
      <Checkbox
        id={`${id}-isRemindedAnyway`}
        name={`${prefix}isRemindedAnyway`}
        value="yes"
        size="sm"
        defaultChecked={input.isRemindedAnyway}
        label="Remind even if it is a short visa"
        className="hidden group-has-[option[value=visa]:checked]/date:block sm:col-span-2"
      />
      <Field {...field("note", "Note")} hint={noteHint} mark="optional" className="sm:col-span-2">
        <Input
          name={`${prefix}note`}
          size="sm"
          maxLength={keyDateLimits.note}
          defaultValue={input.note}
          autoComplete="off"
          dir="auto"
        />
      </Field>
    </div>
  );
}
