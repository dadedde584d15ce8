import { Form, useNavigate } from "react-router";
import type { ActivityFilters } from "~/accounts/activity/read.server";
import { actionLabel, actionsOf, activityKinds, kindLabel, withoutReads } from "~/accounts/activity/words";
import type { NamedAdmin } from "~/accounts/admins/names.server";
import { Button, ButtonLink } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { listHref } from "~/ui/lists/list-filter";
import { useFilterForm } from "~/ui/lists/use-filter-form";

export type ActivityFilterProps = {
  path: string;
  filters: ActivityFilters;
  people: readonly NamedAdmin[];
  isSuperAdmin: boolean;
};

/** Filters by person, kind, days and subject, combined. All of them are in the URL. */
export function ActivityFilter({ path, filters, people, isSuperAdmin }: ActivityFilterProps) {
  const { before: _, after: __, ...values } = filters;
  const navigate = useNavigate();
  const { form, apply, applySoon } = useFilterForm(values, (fields) => {
    navigate(listHref(path, fields), { replace: true, preventScrollReset: true });
  });
  const now = () => apply();
  const kinds = activityKinds.filter((kind) => isSuperAdmin || kind !== "accounts");
  const narrowed = Object.values(values).some((value) => value !== "" && value !== "all");
  return (
    <Form
      ref={form}
      method="get"
      action={path}
      role="search"
      aria-label="Activity"
      className="mt-5 grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field id="person" label="Person" className="min-w-0 lg:w-52">
        <Select name="person" size="sm" defaultValue={values.person} onChange={now}>
          <option value="all">Everybody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="applicants">Applicants</option>
          <option value="program">System</option>
        </Select>
      </Field>
      <Field id="kind" label="Kind" className="min-w-0 lg:w-56">
        <Select name="kind" size="sm" defaultValue={values.kind} onChange={now}>
          <option value="all">All kinds</option>
          <option value={withoutReads}>Everything except views</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabel(kind)}
            </option>
          ))}
          {kinds
            .filter((kind) => actionsOf(kind).length > 0)
            .map((kind) => (
              <optgroup key={kind} label={kindLabel(kind)}>
                {actionsOf(kind).map((action) => (
                  <option key={action} value={action}>
                    {actionLabel(action)}
                  </option>
                ))}
              </optgroup>
            ))}
        </Select>
      </Field>
      <Field id="from" label="From" className="min-w-0 lg:w-40">
        <DateInput name="from" size="sm" defaultValue={values.from} onChange={applySoon} />
      </Field>
      <Field id="to" label="To" className="min-w-0 lg:w-40">
        <DateInput name="to" size="sm" defaultValue={values.to} onChange={applySoon} />
      </Field>
      <Field id="subject" label="Number, reference, service or title" className="min-w-0 lg:w-72">
        <Input
          name="subject"
          type="search"
          size="sm"
          defaultValue={values.subject}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={applySoon}
        />
      </Field>
      <Button type="submit" variant="outline" size="sm" className="min-h-10 not-noscript:hidden">
        Filter
      </Button>
      {narrowed ? (
        <ButtonLink to={path} variant="quiet" size="sm" preventScrollReset className="min-h-10">
          Clear filters
        </ButtonLink>
      ) : null}
    </Form>
  );
}
