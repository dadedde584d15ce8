import type { ReactNode } from "react";
import { entryTypes } from "~/db/schema/values";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { Input, Textarea } from "~/ui/input";
import { Select } from "~/ui/select";
import { StructuredField } from "./admin.structured-field";
import { feeOf, usd } from "./money";
import { definitionOf, type EditorTab, type FieldName, type FormValues } from "./service-form";
import type { readChoices } from "./service-values.server";
import type { StructuredName } from "./structured";
import { useSlug } from "./use-slug";

export type EditorFields = {
  values: FormValues;
  problems: Partial<Record<FieldName, string>>;
  set: (change: Partial<FormValues>) => void;
  choices: Awaited<ReturnType<typeof readChoices>>;
};

type Common = { name: FieldName; hint?: string; className?: string };

/** The fields of one tab. */
export function TabFields({ tab, fields }: { tab: EditorTab; fields: EditorFields }) {
  const { values, problems, set, choices } = fields;
  const slug = useSlug(values, set);
  const wrap = ({ name, hint, className }: Common, control: ReactNode) => (
    <Field
      id={name}
      label={definitionOf(name).label}
      hint={hint}
      error={problems[name]}
      size="sm"
      className={className}
    >
      {control}
    </Field>
  );
  const line = (props: Common) =>
    wrap(
      props,
      <Input
        size="sm"
        name={props.name}
        value={values[props.name]}
        onChange={(event) => set({ [props.name]: event.currentTarget.value })}
      />,
    );
  const text = (props: Common, rows = 4) =>
    wrap(
      props,
      <Textarea
        size="sm"
        rows={rows}
        name={props.name}
        value={values[props.name]}
        onChange={(event) => set({ [props.name]: event.currentTarget.value })}
      />,
    );
  const choice = (props: Common, options: readonly { value: string; label: string }[], none?: string) =>
    wrap(
      props,
      <Select
        size="sm"
        name={props.name}
        value={values[props.name]}
        options={options}
        placeholder={none}
        onChange={(event) => set({ [props.name]: event.currentTarget.value })}
      />,
    );
  const flag = (name: "isActive" | "isFeatured", hint: string) => (
    <Checkbox
      id={name}
      name={name}
      value="yes"
      label={definitionOf(name).label}
      hint={hint}
      checked={values[name] === "yes"}
      onChange={(event) => set({ [name]: event.currentTarget.checked ? "yes" : "" })}
    />
  );
  const json = (name: StructuredName, hint: string) => (
    <StructuredField
      name={name}
      label={definitionOf(name).label}
      hint={hint}
      value={values[name]}
      error={problems[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const fee = (name: "governmentFee" | "serviceFee", hint: string) =>
    wrap(
      { name, hint },
      <Input
        size="sm"
        name={name}
        inputMode="decimal"
        before="$"
        value={values[name]}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />,
    );

  if (tab === "basic")
    return (
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Field
          id="serviceName"
          label="Service name"
          error={problems.serviceName}
          size="sm"
          required
          mark="required"
          className="sm:col-span-2"
        >
          <Input size="sm" name="serviceName" value={values.serviceName} {...slug.name} />
        </Field>
        <Field
          id="slug"
          label="Slug"
          hint="The address of its page; made from the name while it is empty. Links to the old one end when it changes."
          error={problems.slug}
          size="sm"
          className="sm:col-span-2"
        >
          <Input size="sm" name="slug" value={values.slug} {...slug.slug} className="font-mono" />
        </Field>
        {choice(
          { name: "countryId" },
          // The name first: a letter that is typed leads to it.
          choices.countries.map(({ id, name, flagEmoji }) => ({ value: id, label: `${name} ${flagEmoji}` })),
          "No country",
        )}
        {choice(
          { name: "categoryId" },
          choices.categories.map(({ id, name }) => ({ value: id, label: name })),
          "No category",
        )}
        {line({ name: "visaType" })}
        {line({ name: "serviceType" })}
        {choice(
          { name: "entryType" },
          entryTypes.map((type) => ({ value: type, label: type })),
        )}
        {line({ name: "processingTime" })}
        {line({ name: "validityPeriod" })}
        {line({ name: "maxStay" })}
        {line({ name: "displayOrder", hint: "Its place in the staff’s list; 0 is the first." })}
        <div className="grid content-start sm:col-span-2 sm:grid-cols-2">
          {flag("isActive", "The public site shows it.")}
          {flag("isFeatured", "It may stand on the home page.")}
        </div>
      </div>
    );
  if (tab === "pricing") {
    const total = feeOf(values.governmentFee) + feeOf(values.serviceFee);
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
        <div className="grid items-end gap-x-6 gap-y-5 sm:grid-cols-3">
          {fee("governmentFee", "What is not a number counts as 0.")}
          {fee("serviceFee", "In US dollars, such as 1,299.00.")}
          <Field id="totalPrice" label="Total price" hint="The two fees together." size="sm">
            <Input size="sm" readOnly value={usd(total.toFixed(2))} className="bg-mist tabular-nums" />
          </Field>
        </div>
        {json("visaSubtypes", "With tiers, the page shows their prices instead of the total above.")}
      </div>
    );
  }
  if (tab === "requirements")
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
        {text({ name: "requirements", hint: "One a line." }, 6)}
        {json("eligibilityCriteria", "Who the service is for.")}
        {text({ name: "importantNotes", hint: "One a line." })}
      </div>
    );
  if (tab === "content")
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
        {text({ name: "description", hint: "One or two sentences, on cards and under the title." }, 3)}
        {text({ name: "overview", hint: "An empty line begins a new paragraph." }, 8)}
        {json("applicationSteps", "How it goes, from the first step to the last.")}
        {json("faqs", "Each opens on the page when it is pressed.")}
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      {json("processingTimes", "Each option with its duration; the page shows them when there are two or more.")}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {line({ name: "metaTitle", hint: "For search engines; the service’s name when empty." })}
        {text({ name: "metaDescription", hint: "The short description when empty." }, 3)}
        {line({ name: "metaKeywords", hint: "Separated by commas." })}
      </div>
    </div>
  );
}
