import { type ReactNode, useEffect, useRef, useState } from "react";
import { contactMethods, inquiryServices } from "~/db/schema/values";
import {
  countCharacters,
  type InquiryName,
  type InquiryValues,
  inquiryLabels,
  purposeLimit,
} from "~/inquiries/inquiry";
import { classNames } from "~/ui/class-names";
import { CountryCombobox } from "~/ui/forms/country-combobox";
import type { CountryOption } from "~/ui/forms/country-search";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";

type FieldsProps = {
  values: InquiryValues;
  countries: readonly CountryOption[];
  problem: (name: InquiryName) => string | undefined;
};

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The questions of the form as uncontrolled inputs; `values` are the initial values. */
export function InquiryFields({ values, countries, problem }: FieldsProps) {
  const field = (name: InquiryName) => ({ id: name, label: inquiryLabels[name], error: problem(name), required: true });
  const input = (name: Exclude<InquiryName, "privacyConsent">) => ({ name, defaultValue: values[name] });
  return (
    <>
      <Part title="About you">
        <Field {...field("fullName")} className="sm:col-span-2">
          <Input {...input("fullName")} autoComplete="name" maxLength={120} />
        </Field>
        <Field {...field("email")}>
          <Input {...input("email")} type="email" autoComplete="email" maxLength={254} />
        </Field>
        <Field {...field("phone")}>
          <Input {...input("phone")} type="tel" autoComplete="tel" maxLength={30} placeholder="+1 242 555 0100" />
        </Field>
        <RadioGroup
          id="preferredContactMethod"
          name="preferredContactMethod"
          legend={inquiryLabels.preferredContactMethod}
          options={options(contactMethods)}
          defaultValue={values.preferredContactMethod}
          error={problem("preferredContactMethod")}
          required
          columns={3}
          className="sm:col-span-2"
        />
      </Part>
      <Part title="Your journey">
        <Field {...field("visaService")} className="sm:col-span-2">
          <Select {...input("visaService")} options={options(inquiryServices)} placeholder="Choose a service" />
        </Field>
        <Field {...field("nationality")}>
          <CountryCombobox {...input("nationality")} countries={countries} />
        </Field>
        <Field {...field("residenceCountry")}>
          <CountryCombobox {...input("residenceCountry")} countries={countries} autoComplete="country" />
        </Field>
        <Field {...field("passportExpiryDate")}>
          <DateInput {...input("passportExpiryDate")} />
        </Field>
        <Field {...field("travelDate")} hint={undefined}>
          <DateInput {...input("travelDate")} />
        </Field>
        <Field {...field("numAdults")} hint="18 and older">
          <Input {...input("numAdults")} type="number" inputMode="numeric" min={1} max={10} step={1} />
        </Field>
        <Field {...field("numChildren")} hint="Under 18" required={false}>
          <Input {...input("numChildren")} type="number" inputMode="numeric" min={0} max={10} step={1} />
        </Field>
        <Purpose value={values.purpose} error={problem("purpose")} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="p-0 font-display text-2xl font-semibold text-navy">{title}</legend>
      <div className="mt-5 grid gap-x-5 gap-y-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** With a counter that follows the typing. Too long a text is not cut off but reported. */
function Purpose({ value, error }: { value: string; error: string | undefined }) {
  const [count, setCount] = useState(countCharacters(value));
  const text = useRef<HTMLTextAreaElement>(null);
  // What was typed before the script ran counts too.
  useEffect(() => setCount(countCharacters(text.current?.value ?? "")), []);
  const over = count - purposeLimit;
  return (
    <Field
      id="purpose"
      label={inquiryLabels.purpose}
      hint={`A sentence or two, at most ${purposeLimit} characters.`}
      error={error}
      required
      className="sm:col-span-2"
    >
      {(control) => (
        <>
          <Textarea
            {...control}
            ref={text}
            name="purpose"
            rows={3}
            defaultValue={value}
            onInput={(event) => setCount(countCharacters(event.currentTarget.value))}
          />
          <p
            aria-hidden
            className={classNames(
              "needs-script mt-1.5 text-right text-sm tabular-nums",
              over > 0 ? "font-semibold text-error" : "text-stone",
            )}
          >
            {count}/{purposeLimit} characters
          </p>
          <span role="status" className="sr-only">
            {over > 0 ? `${over} characters too many` : over > -20 ? `${-over} characters left` : ""}
          </span>
        </>
      )}
    </Field>
  );
}
