import { type ClientField, type ClientProblems, type ClientValues, clientFields, clientLimits } from "~/clients/client";
import type { CountryOption } from "~/core/countries/country-search";
import { withoutNationals } from "~/core/countries/without-nationals";
import { KnownPeople } from "~/people/known-people";
import { CountryCombobox } from "~/ui/forms/country-combobox";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";

type ClientFieldsProps = {
  values: ClientValues;
  problems: ClientProblems;
  services: readonly { id: string; name: string; isActive: boolean }[];
  countries: readonly CountryOption[];
};

/** What is known of a client, to be corrected. */
export function ClientFields({ values, problems, services, countries }: ClientFieldsProps) {
  const field = (name: ClientField) => ({
    ...{ id: name, label: clientFields[name], error: problems[name], size: "sm" as const },
  });
  const input = (name: ClientField) => ({
    ...{ name, defaultValue: values[name], size: "sm" as const, autoComplete: "off" },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2 sm:items-end">
      <Field {...field("name")} required className="sm:col-span-2">
        <Input {...input("name")} maxLength={clientLimits.name} dir="auto" />
      </Field>
      <Field {...field("email")} hint="An email or a phone number is enough.">
        <EmailInput {...input("email")} maxLength={254} />
      </Field>
      <Field {...field("phone")}>
        <Input {...input("phone")} type="tel" maxLength={clientLimits.phone} placeholder="+1 242 555 0100" />
      </Field>
      <KnownPeople className="sm:col-span-2" />
      <Field {...field("nationality")} mark="optional">
        <CountryCombobox
          name="nationality"
          size="sm"
          defaultValue={values.nationality}
          countries={countries.filter(({ code }) => !withoutNationals.has(code))}
        />
      </Field>
      <Field {...field("service")} mark="optional">
        <Select
          {...input("service")}
          placeholder="None"
          options={services.map(({ id, name, isActive }) => ({
            value: id,
            label: isActive ? name : `${name} (inactive)`,
          }))}
        />
      </Field>
      <Field {...field("reference")} mark="optional" className="sm:col-span-2">
        <Input {...input("reference")} maxLength={clientLimits.reference} dir="auto" />
      </Field>
    </div>
  );
}
