import type { CountryOption } from "~/core/countries/country-search";
import { withoutNationals } from "~/core/countries/without-nationals";
import { cameByWays, contactMethods } from "~/db/schema/values";
import { type InquiryName, type InquiryValues, inquiryLabels, purposeLimit } from "~/inquiries/inquiry";
import { KnownPeople } from "~/people/known-people";
import { Checkbox } from "~/ui/forms/checkbox";
import { CountryCombobox } from "~/ui/forms/country-combobox";
import { DateInput } from "~/ui/forms/date-input";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { UsePhone } from "~/ui/forms/use-phone";

export type EnterValues = InquiryValues & { cameBy: string; confirm: boolean };

type EnterFieldsProps = {
  values: EnterValues;
  problems: Partial<Record<string, string>>;
  /** The phone number completed with a country code, and what to do once it is accepted. */
  offered: string | undefined;
  onPhone: () => void;
  services: readonly string[];
  countries: readonly CountryOption[];
};

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The form for a caller or walk-in; all but name, a way to reply, service and source is optional. */
export function EnterFields({ values, problems, offered, onPhone, services, countries }: EnterFieldsProps) {
  const field = (name: InquiryName) => ({
    ...{ id: name, label: inquiryLabels[name], error: problems[name], size: "sm" as const },
  });
  const input = (name: Exclude<InquiryName, "privacyConsent">) => ({
    ...{ name, defaultValue: values[name], size: "sm" as const, autoComplete: "off" },
  });
  return (
    <>
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2 sm:items-end">
        <Field {...field("fullName")} required className="sm:col-span-2">
          <Input {...input("fullName")} maxLength={120} />
        </Field>
        <Field {...field("email")} hint="An email or a phone number is enough.">
          <EmailInput {...input("email")} maxLength={254} />
        </Field>
        <Field {...field("phone")}>
          <Input {...input("phone")} type="tel" maxLength={30} placeholder="+1 242 555 0100" />
          {offered ? (
            <UsePhone inputId="phone" name="phone" phone={offered} size="sm" className="mt-2" onUse={onPhone} />
          ) : null}
        </Field>
        <KnownPeople className="sm:col-span-2" />
        <Field {...field("visaService")} required>
          <Select {...input("visaService")} options={options(services)} />
        </Field>
        <Field id="cameBy" label="How they contacted us" error={problems.cameBy} required size="sm">
          <Select
            name="cameBy"
            size="sm"
            placeholder="Choose one"
            defaultValue={values.cameBy}
            options={options(cameByWays)}
          />
        </Field>
        <Field {...field("purpose")} mark="optional" className="sm:col-span-2">
          <Textarea {...input("purpose")} rows={2} maxLength={purposeLimit} dir="auto" />
        </Field>
      </div>
      <fieldset className="border-t border-line pt-5">
        <legend className="float-left mb-4 w-full text-sm font-semibold">
          Other details <span className="font-normal text-stone">(optional)</span>
        </legend>
        <div className="clear-both grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-5 sm:grid-cols-2 sm:items-end">
          <Field {...field("nationality")}>
            <CountryCombobox
              name="nationality"
              defaultValue={values.nationality}
              countries={countries.filter(({ code }) => !withoutNationals.has(code))}
            />
          </Field>
          <Field {...field("residenceCountry")}>
            <CountryCombobox name="residenceCountry" defaultValue={values.residenceCountry} countries={countries} />
          </Field>
          <Field {...field("passportExpiryDate")}>
            <DateInput {...input("passportExpiryDate")} />
          </Field>
          <Field {...field("travelDate")}>
            <DateInput {...input("travelDate")} />
          </Field>
          <Field {...field("numAdults")}>
            <Input {...input("numAdults")} type="number" inputMode="numeric" min={1} max={10} step={1} />
          </Field>
          <Field {...field("numChildren")}>
            <Input {...input("numChildren")} type="number" inputMode="numeric" min={0} max={10} step={1} />
          </Field>
          <Field {...field("preferredContactMethod")}>
            <Select {...input("preferredContactMethod")} placeholder="Not stated" options={options(contactMethods)} />
          </Field>
        </div>
      </fieldset>
      <div className="grid gap-1 border-t border-line pt-4">
        <Checkbox
          id="privacyConsent"
          name="privacyConsent"
          value="yes"
          size="sm"
          defaultChecked={values.privacyConsent}
          error={problems.privacyConsent}
          aria-required
          label="They agree to our privacy policy"
        />
        <Checkbox
          id="confirm"
          name="confirm"
          value="yes"
          size="sm"
          defaultChecked={values.confirm}
          label="Send the confirmation"
          hint="By email, with the reference number. Nothing else is sent."
        />
      </div>
    </>
  );
}
