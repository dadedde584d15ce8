import { useEffect, useRef, useState } from "react";
import type { CountryOption } from "~/core/countries/country-search";
import { withoutNationals } from "~/core/countries/without-nationals";
import { contactMethods } from "~/db/schema/values";
import {
  countCharacters,
  type InquiryName,
  type InquiryValues,
  inquiryLabels,
  notSureYet,
  purposeLimit,
} from "~/inquiries/inquiry";
import { classNames } from "~/ui/class-names";
import { CountryCombobox } from "~/ui/forms/country-combobox";
import { DateInput } from "~/ui/forms/date-input";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";
import { UsePhone } from "~/ui/forms/use-phone";

type FieldsProps = { values: InquiryValues; problem: (name: InquiryName) => string | undefined };
/** The phone number completed with a country code, and what to do once it is accepted. */
type PhoneOffer = { offered: string | undefined; onPhone: () => void };

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const wiring = ({ values, problem }: FieldsProps) => ({
  field: (name: InquiryName) => ({ id: name, label: inquiryLabels[name], error: problem(name) }),
  input: (name: Exclude<InquiryName, "privacyConsent">) => ({ name, defaultValue: values[name] }),
});

/** The fields everybody sees, as uncontrolled inputs; `values`: the initial values. */
export function InquiryFields({
  services,
  offered,
  onPhone,
  ...props
}: FieldsProps & PhoneOffer & { services: readonly string[] }) {
  const { field, input } = wiring(props);
  // For a service no longer available, the browser would select the first option.
  const service = services.includes(props.values.visaService) ? props.values.visaService : notSureYet;
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
      <Field {...field("fullName")} required className="sm:col-span-2">
        <Input {...input("fullName")} autoComplete="name" maxLength={120} />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: each field has a label of its own. */}
      <div
        role="group"
        aria-describedby="reach"
        className="grid gap-x-5 gap-y-6 sm:col-span-2 sm:grid-cols-2 sm:items-start"
      >
        <p id="reach" className="-mb-4 text-sm text-stone sm:col-span-2">
          How can we reach you? An email address or a phone number is enough.
        </p>
        <Field {...field("email")}>
          <EmailInput {...input("email")} autoComplete="email" maxLength={254} />
        </Field>
        <Field {...field("phone")}>
          <Input {...input("phone")} type="tel" autoComplete="tel" maxLength={30} placeholder="+1 242 555 0100" />
          {offered ? <UsePhone inputId="phone" name="phone" phone={offered} className="mt-2" onUse={onPhone} /> : null}
        </Field>
      </div>
      <Field {...field("visaService")} className="sm:col-span-2">
        <Select name="visaService" autoComplete="off" defaultValue={service} options={options(services)} />
      </Field>
      <Purpose value={props.values.purpose} error={props.problem("purpose")} />
    </div>
  );
}

export function DetailFields({ countries, ...props }: FieldsProps & { countries: readonly CountryOption[] }) {
  const { field, input } = wiring(props);
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
      <RadioGroup
        id="preferredContactMethod"
        name="preferredContactMethod"
        legend={inquiryLabels.preferredContactMethod}
        options={options(contactMethods)}
        defaultValue={props.values.preferredContactMethod}
        hint="If you don’t choose, we’ll email you, or call if you only give a phone number."
        error={props.problem("preferredContactMethod")}
        columns={3}
        className="sm:col-span-2"
      />
      <Field {...field("nationality")}>
        <CountryCombobox
          {...input("nationality")}
          autoComplete="off"
          countries={countries.filter(({ code }) => !withoutNationals.has(code))}
        />
      </Field>
      <Field {...field("residenceCountry")}>
        <CountryCombobox {...input("residenceCountry")} countries={countries} autoComplete="country" />
      </Field>
      <Field {...field("passportExpiryDate")}>
        <DateInput {...input("passportExpiryDate")} autoComplete="off" />
      </Field>
      <Field {...field("travelDate")}>
        <DateInput {...input("travelDate")} autoComplete="off" />
      </Field>
      <Field {...field("numAdults")} hint="18 and older">
        <Input {...input("numAdults")} autoComplete="off" type="number" inputMode="numeric" min={1} max={10} step={1} />
      </Field>
      <Field {...field("numChildren")} hint="Under 18">
        <Input
          {...input("numChildren")}
          autoComplete="off"
          type="number"
          inputMode="numeric"
          min={0}
          max={10}
          step={1}
        />
      </Field>
    </div>
  );
}

/** With a live counter. Too long a text is reported instead of truncated. */
function Purpose({ value, error }: { value: string; error: string | undefined }) {
  const [count, setCount] = useState(countCharacters(value));
  const text = useRef<HTMLTextAreaElement>(null);
  // Also counts what was typed before hydration.
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
            autoComplete="off"
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
