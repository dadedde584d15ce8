import { type ComponentProps, Fragment, type ReactNode, useRef } from "react";
import { slugOf } from "~/content/slug";
import { feeOf, usd } from "~/core/prices/money";
import { Checkbox } from "~/ui/forms/checkbox";
import { DateInput } from "~/ui/forms/date-input";
import { Field, FieldError } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { Banner } from "~/ui/notices/banner";
import { countryNamedIn } from "./country/country-of-name";
import { NewCountry, type NewCountryProps } from "./country/new-country";
import { RequiredDocuments } from "./required/required-documents";
import { definitionOf, type FieldName, type FormValues, fieldNames, isStructured } from "./service-form";
import type { EditorTab, ServiceField } from "./service-kinds";
import { StructuredField } from "./structured/field";
import type { readChoices } from "./values.server";

type Choices = Awaited<ReturnType<typeof readChoices>>;
export type EditorFields = {
  values: FormValues;
  problems: Partial<Record<FieldName, string>>;
  /** Props of the required documents; `problems` by row. */
  documents: Pick<ComponentProps<typeof RequiredDocuments>, "problems" | "files" | "asking" | "onFile">;
  set: (change: Partial<FormValues>) => void;
  choices: Choices;
  /** Without it some fields can only be read. */
  isSuperAdmin: boolean;
  country: NewCountryProps;
};

const stack = "grid grid-cols-[minmax(0,1fr)] gap-7";
const pairs = "grid gap-x-6 gap-y-5 sm:grid-cols-2";
const groups = {
  flags: "grid content-start sm:col-span-2 sm:grid-cols-2",
  fees: "grid items-end gap-x-6 gap-y-5 sm:grid-cols-3",
  checked: "grid items-start gap-x-6 gap-y-5 sm:grid-cols-[12rem_minmax(0,1fr)]",
  agreement: "grid items-start gap-x-6 gap-y-5 sm:grid-cols-2",
  search: "grid grid-cols-[minmax(0,1fr)] gap-5",
} as const;

export function TabFields({ tab, fields }: { tab: EditorTab; fields: EditorFields }) {
  const typing = useSlug(fields.values, fields.set);
  const names = fieldNames.filter((name) => definitionOf(name).tab === tab);
  const control = (name: FieldName) => <ServiceInput key={name} name={name} fields={fields} typing={typing} />;
  return (
    <div className={tab === "basic" ? pairs : stack}>
      {names.map((name, index) => {
        const { group } = definitionOf(name);
        if (!group) return control(name);
        const isIn = (field: FieldName | undefined) => field !== undefined && definitionOf(field).group === group;
        if (isIn(names[index - 1])) return null;
        return (
          <div key={group} className={groups[group]}>
            {group === "agreement" ? (
              <AgreementFields names={names.filter(isIn)} fields={fields} control={control} />
            ) : (
              names.filter(isIn).map(control)
            )}
            {group === "fees" ? <TotalPrice values={fields.values} /> : null}
          </div>
        );
      })}
    </div>
  );
}

type AgreementFieldsProps = {
  names: readonly FieldName[];
  fields: EditorFields;
  control: (name: FieldName) => ReactNode;
};

/** Says whether the chosen agreement is offered, and shows regular admins what is chosen. */
function AgreementFields({
  names,
  fields: { values, choices, isSuperAdmin, problems },
  control,
}: AgreementFieldsProps) {
  const chosen = choices.agreements.find(({ id }) => id === values.agreementId);
  const note = chosen?.isOffline ? (
    <Banner tone="warning" className="sm:col-span-2">
      “{chosen.name}” is offline. Nobody is offered it until it’s published again.
    </Banner>
  ) : chosen?.lacksLegalName ? (
    <Banner tone="warning" className="sm:col-span-2">
      “{chosen.name}” names our legal name, which is empty. Nobody is offered it until a super admin fills in the legal
      name in the site settings.
    </Banner>
  ) : null;
  if (isSuperAdmin)
    return (
      <>
        {note}
        {names.map(control)}
      </>
    );
  const shown = (name: FieldName) => {
    const { kind, options, labels, none } = definitionOf(name);
    if (kind === "flag") return values[name] === "yes" ? "Yes" : "No";
    if (options === "agreements") return chosen?.name ?? none;
    return labels?.[values[name]] ?? values[name];
  };
  return (
    <>
      {note}
      <dl className="grid gap-x-6 gap-y-1 sm:col-span-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
        {names.map((name) => (
          <Fragment key={name}>
            <dt className="font-semibold">{definitionOf(name).label}</dt>
            <dd id={name} tabIndex={-1} className="min-w-0 wrap-anywhere max-sm:mb-2">
              {shown(name)}
              {problems[name] ? <FieldError id={name}>{problems[name]}</FieldError> : null}
              <input type="hidden" name={name} value={values[name]} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-sm text-stone sm:col-span-2">Only super admins change the agreement.</p>
    </>
  );
}

function TotalPrice({ values }: { values: FormValues }) {
  const total = feeOf(values.governmentFee) + feeOf(values.serviceFee);
  return (
    <Field id="totalPrice" label="Total price" hint="The two fees together." size="sm">
      <Input size="sm" readOnly value={usd(total.toFixed(2))} className="bg-mist tabular-nums" />
    </Field>
  );
}

type ServiceInputProps = { name: FieldName; fields: EditorFields; typing: ReturnType<typeof useSlug> };

function ServiceInput({ name, fields, typing }: ServiceInputProps) {
  const { values, problems, set, choices } = fields;
  const definition = definitionOf(name);
  const { label, hint = "", kind, required, wide } = definition;
  if (kind === "flag")
    return (
      <Checkbox
        id={name}
        name={name}
        value="yes"
        label={label}
        hint={hint}
        checked={values[name] === "yes"}
        onChange={(event) => set({ [name]: event.currentTarget.checked ? "yes" : "" })}
      />
    );
  if (isStructured(name))
    return (
      <StructuredField
        name={name}
        label={label}
        hint={hint}
        value={values[name]}
        error={problems[name]}
        onChange={(value) => set({ [name]: value })}
      />
    );
  if (kind === "documents")
    return (
      <RequiredDocuments
        {...fields.documents}
        label={label}
        hint={hint}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
      />
    );
  const isCountry = name === "countryId";
  const namedCountry = isCountry
    ? countryNamedIn(values.serviceName, values.countryId || null, choices.countries).country
    : null;
  const onChange = (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value });
  const field = (
    <Field
      id={name}
      label={label}
      hint={
        namedCountry ? `The name mentions ${namedCountry.name}. If you don’t choose a country, that one is used.` : hint
      }
      error={problems[name]}
      size="sm"
      required={required}
      mark={required ? "required" : undefined}
      className={wide ? "sm:col-span-2" : undefined}
    >
      {control(definition, { name, value: values[name], onChange, ...typing[name] }, choices)}
    </Field>
  );
  if (!isCountry) return field;
  return (
    <div className="min-w-0">
      {field}
      <NewCountry {...fields.country} />
    </div>
  );
}

type Wiring = { name: string; value: string; onChange: (event: { currentTarget: { value: string } }) => void };

function control(
  { kind, options, labels, none, rows, mono }: ServiceField,
  wiring: Wiring,
  choices: Choices,
): ReactNode {
  if (kind === "text" || kind === "lines") return <Textarea size="sm" rows={rows} {...wiring} />;
  if (options)
    return (
      <Select
        size="sm"
        {...wiring}
        options={optionsOf({ options, labels }, choices, wiring.value)}
        placeholder={none}
      />
    );
  if (kind === "day") return <DateInput size="sm" {...wiring} />;
  const money = kind === "fee" ? ({ inputMode: "decimal", before: "$" } as const) : {};
  return <Input size="sm" {...money} {...wiring} className={mono ? "font-mono" : undefined} />;
}

type Options = { options: NonNullable<ServiceField["options"]>; labels: ServiceField["labels"] };
function optionsOf({ options, labels }: Options, { countries, categories, agreements }: Choices, chosen: string) {
  // The name comes first, so that typing its first letter in the select finds it.
  if (options === "countries")
    return countries.map(({ id, name, flagEmoji }) => ({ value: id, label: `${name} ${flagEmoji}` }));
  // A hidden category remains selectable where it is already selected.
  if (options === "categories")
    return categories
      .filter(({ id, isHidden }) => !isHidden || id === chosen)
      .map(({ id, name }) => ({ value: id, label: name }));
  if (options === "agreements")
    return agreements
      .filter(({ id, isOffline }) => !isOffline || id === chosen)
      .map(({ id, name, isOffline }) => ({ value: id, label: isOffline ? `${name} (offline)` : name }));
  return options.map((word) => ({ value: word, label: labels?.[word] ?? word }));
}

type Change = { currentTarget: { value: string } };
type Handlers = { onChange: (event: Change) => void; onBlur?: () => void };

/**
 * Fills an empty slug from the name while it is typed, until the name loses focus; an existing slug is unchanged.
 * Returns the event handlers of both fields by name.
 */
function useSlug(values: FormValues, set: (change: Partial<FormValues>) => void): Partial<Record<FieldName, Handlers>> {
  const follows = useRef(false);
  return {
    serviceName: {
      onChange(event) {
        const serviceName = event.currentTarget.value;
        if (values.slug.trim() === "") follows.current = true;
        set(follows.current ? { serviceName, slug: slugOf(serviceName) } : { serviceName });
      },
      onBlur() {
        follows.current = false;
      },
    },
    slug: {
      onChange(event) {
        follows.current = false;
        set({ slug: event.currentTarget.value });
      },
    },
  };
}
