import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { Select } from "~/ui/select";

export type SearchFormProps = {
  action: string;
  label: string;
  placeholder: string;
  search: string;
  filter: { name: string; label: string; all: string; options: readonly string[]; value: string };
};

/** A search and one filter, kept in the page's address. Sent by its button; nothing depends on a script. */
export function SearchForm({ action, label, placeholder, search, filter }: SearchFormProps) {
  const options = filter.options.map((option) => ({ value: option, label: option }));
  return (
    <div>
      <Form
        // Another search, another form: the fields show what the address says.
        key={`${search}\n${filter.value}`}
        method="get"
        action={action}
        role="search"
        preventScrollReset
        className="grid gap-3 rounded-2xl bg-white p-4 shadow-md sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto] sm:p-5"
      >
        <Field id="search" label={label} labelHidden>
          <Input
            type="search"
            name="q"
            defaultValue={search}
            placeholder={placeholder}
            maxLength={100}
            before={<Search />}
          />
        </Field>
        <Field id="filter" label={filter.label} labelHidden>
          <Select
            name={filter.name}
            defaultValue={filter.value}
            options={[{ value: "", label: filter.all }, ...options]}
          />
        </Field>
        <Button type="submit" className="min-h-12">
          Search
        </Button>
      </Form>
      {search || filter.value ? (
        <Link
          to={action}
          preventScrollReset
          className="mt-3 inline-flex min-h-8 items-center rounded-xs text-sm font-semibold text-sea-ink underline-offset-4 hover:underline"
        >
          Show everything again
        </Link>
      ) : null}
    </div>
  );
}
