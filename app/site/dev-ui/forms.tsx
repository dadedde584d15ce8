import { Search } from "lucide-react";
import { useState } from "react";
import { DevSection } from "~/site/dev-ui/section";
import { Checkbox, CheckboxGroup } from "~/ui/forms/checkbox";
import { CountryCombobox } from "~/ui/forms/country-combobox";
import { DateInput } from "~/ui/forms/date-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { FileInput, FileRow } from "~/ui/forms/file-input";
import { Input, Textarea } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Repeater } from "~/ui/forms/repeater";
import { Select } from "~/ui/forms/select";

const countries = [
  { code: "BS", name: "Bahamas" },
  { code: "CA", name: "Canada" },
  { code: "CI", name: "Côte d’Ivoire", aliases: ["Ivory Coast"] },
  { code: "HT", name: "Haiti" },
  { code: "JM", name: "Jamaica" },
  { code: "GB", name: "United Kingdom", aliases: ["UK", "Britain"] },
  { code: "US", name: "United States of America", aliases: ["USA", "America"] },
];
const kinds = [
  { value: "regular", label: "Regular" },
  { value: "official", label: "Official" },
  { value: "diplomatic", label: "Diplomatic" },
];
const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

export function DevForms() {
  return (
    <>
      <DevSection id="fields" title="Fields">
        <div className="grid gap-x-10 gap-y-7 rounded-2xl bg-sand p-5 sm:p-8 lg:grid-cols-2">
          <Field id="plain" label="First name">
            <Input name="plain" autoComplete="off" placeholder="As in the passport" />
          </Field>
          <Field id="filled" label="Last name" hint="Exactly as it is printed." required mark="required">
            <Input name="filled" defaultValue="Rolle" />
          </Field>
          <Field id="wrong" label="Passport number" hint="Nine letters or digits." error="Passport number is required">
            <Input name="wrong" record />
          </Field>
          <Field id="off" label="Email" hint="Can not be changed here.">
            <Input name="off" type="email" defaultValue="ava@lucaya.example" disabled />
          </Field>
          <Field id="fixed" label="Application number">
            <Input name="fixed" record readOnly defaultValue="BV26-K7QM-4TXP" />
          </Field>
          <Field id="money" label="Monthly income" mark="optional">
            <Input name="money" inputMode="decimal" before="$" after="USD" defaultValue="1,299.00" />
          </Field>
          <Field id="kind" label="Passport type">
            <Select name="kind" options={kinds} placeholder="Choose one" />
          </Field>
          <Field id="kind2" label="Purpose" error="Purpose is required">
            <Select name="kind2" options={kinds} placeholder="Choose one" />
          </Field>
          <Field id="issued" label="Date of issue">
            <DateInput name="issued" defaultValue="2019-03-14" />
          </Field>
          <Field id="expires" label="Expiration date" error="Passport must be valid (not expired)">
            <DateInput name="expires" defaultValue="2024-03-13" />
          </Field>
          <Field id="country" label="Issuing country">
            <CountryCombobox name="country" countries={countries} defaultValue="BS" />
          </Field>
          <Field id="country2" label="Nationality" error="Nationality is required">
            <CountryCombobox name="country2" countries={countries} />
          </Field>
          <Field id="story" label="Purpose of the journey" className="lg:col-span-2">
            <Textarea name="story" />
          </Field>
          <div className="flex flex-wrap items-end gap-3 lg:col-span-2">
            <Field id="find" label="Search" labelHidden size="sm" className="w-72 max-w-full">
              <Input
                size="sm"
                type="search"
                name="find"
                placeholder="Application number or email"
                before={<Search />}
              />
            </Field>
            <Field id="filter" label="Status" labelHidden size="sm">
              <Select size="sm" name="filter" options={[{ value: "all", label: "All statuses" }, ...kinds]} />
            </Field>
            <Field id="from" label="From" labelHidden size="sm">
              <DateInput size="sm" name="from" />
            </Field>
          </div>
        </div>
      </DevSection>
      <DevSection id="choices" title="Choices">
        <div className="grid gap-x-10 gap-y-8 rounded-2xl bg-sand p-5 sm:p-8 lg:grid-cols-2">
          <RadioGroup
            id="lost"
            name="lost"
            legend="Have you ever lost a passport or had one stolen?"
            options={yesNo}
            columns={2}
            defaultValue="yes"
          />
          <RadioGroup
            id="gender"
            name="gender"
            legend="Gender"
            hint="As it is in the passport."
            error="Gender is required"
            options={[
              { value: "female", label: "Female" },
              { value: "male", label: "Male" },
            ]}
            columns={2}
          />
          <RadioGroup
            id="speed"
            name="speed"
            legend="Processing"
            defaultValue="standard"
            options={[
              { value: "standard", label: "Standard", hint: "7 to 14 days" },
              { value: "express", label: "Express", hint: "3 days, 120 dollars more" },
              { value: "same-day", label: "Same day", hint: "Not offered for this visa", disabled: true },
            ]}
          />
          <CheckboxGroup
            id="relatives"
            name="relatives"
            legend="What is your father’s status in the Bahamas?"
            hint="Choose all that are true."
            columns={2}
            defaultValue={["citizen"]}
            options={[
              { value: "work_permit", label: "Work permit" },
              { value: "resident", label: "Resident" },
              { value: "citizen", label: "Citizen" },
              { value: "none", label: "None of these", disabled: true },
            ]}
          />
          <Checkbox id="sure" name="sure" label="I have read the answers, and they are true." framed />
          <Checkbox
            id="sure2"
            name="sure2"
            label="I understand that a false answer can lead to a denial."
            error="Please confirm this certification"
            framed
          />
          <Checkbox id="small" name="small" size="sm" label="Active" defaultChecked />
          <Checkbox id="offbox" name="offbox" label="Can not be changed" disabled defaultChecked />
        </div>
      </DevSection>
      <Lists />
    </>
  );
}

function Lists() {
  const [names, setNames] = useState([{ key: 1 }]);
  const [listed, setListed] = useState(false);
  return (
    <DevSection id="files" title="Files and lists">
      <div className="grid gap-10 rounded-2xl bg-sand p-5 sm:p-8 lg:grid-cols-2">
        <div className="grid content-start gap-7">
          <Field id="photo" label="Photograph" hint="Taken in the last six months.">
            <FileInput name="photo" accept="image/*,.pdf" limits="PDF, JPG or PNG, up to 10 MB" maxBytes={10485760} />
          </Field>
          <ul className="grid gap-2">
            <FileRow name="passport-photo-page.pdf" bytes={482113} href="/dev/ui" detail=" · Passport copy" />
            <FileRow name="bank-statement-scan-of-march.pdf" bytes={24821130} problem="Larger than 10 MB" />
          </ul>
        </div>
        <Repeater
          id="otherNames"
          name="otherNames"
          legend="Other names you have used"
          hint="Maiden name, alias, religious name."
          items={names}
          keyOf={(entry) => String(entry.key)}
          itemLabel="Other name"
          emptyText="None yet."
          max={3}
          onAdd={() => setNames([...names, { key: Date.now() }])}
          onRemove={(position) => setNames(names.filter((_, index) => index !== position))}
        >
          {(_, index) => (
            <Field id={`otherNames-${index}-name`} label="Name">
              <Input name={`otherNames[${index}].name`} />
            </Field>
          )}
        </Repeater>
      </div>
      <p className="mt-8">
        <button type="button" className="font-semibold text-sea-ink underline" onClick={() => setListed(true)}>
          Show the error summary
        </button>
        , which takes the focus.
      </p>
      {listed ? (
        <ErrorSummary
          className="mt-4 max-w-2xl"
          title="Please complete all required fields before continuing"
          errors={[
            { id: "wrong", message: "Passport number is required" },
            { id: "expires", message: "Passport must be valid (not expired)" },
            { id: "gender", message: "Gender is required" },
          ]}
        />
      ) : null}
    </DevSection>
  );
}
