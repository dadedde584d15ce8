import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { useFilterForm } from "~/ui/lists/use-filter-form";

export type SearchFormProps = {
  action: string;
  label: string;
  placeholder: string;
  search: string;
  filter: { name: string; label: string; all: string; options: readonly string[]; value: string };
};

/**
 * A search and one filter in the page's address. Sent by its button; with script also when typing pauses and when a
 * choice is made, replacing the history entry, so that Back does not go through every letter.
 */
export function SearchForm({ action, label, placeholder, search, filter }: SearchFormProps) {
  const navigate = useNavigate();
  const { form, apply, applySoon } = useFilterForm({ q: search, [filter.name]: filter.value }, (fields, sent) => {
    const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
    const again = query.toString() === window.location.search.slice(1);
    navigate({ pathname: action, search: query.toString() }, { replace: !sent || again, preventScrollReset: true });
  });
  function send(event: FormEvent) {
    event.preventDefault();
    apply(true);
  }
  function clear() {
    const field = form.current?.elements.namedItem("q");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = "";
    field.focus({ preventScroll: true });
  }

  const options = filter.options.map((option) => ({ value: option, label: option }));
  return (
    <search className="no-print block">
      <form
        ref={form}
        method="get"
        action={action}
        onSubmit={send}
        className="grid gap-3 rounded-2xl bg-white p-4 shadow-md sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto] sm:p-5"
      >
        <Field id="search" label={label} labelHidden>
          <Input
            type="search"
            name="q"
            defaultValue={search}
            placeholder={placeholder}
            maxLength={100}
            onInput={applySoon}
            before={<Search />}
          />
        </Field>
        <Field id="filter" label={filter.label} labelHidden>
          <Select
            name={filter.name}
            defaultValue={filter.value}
            onChange={() => apply()}
            options={[{ value: "", label: filter.all }, ...options]}
          />
        </Field>
        <Button type="submit" className="min-h-12">
          Search
        </Button>
      </form>
      {search || filter.value ? (
        <Link
          to={action}
          preventScrollReset
          onClick={clear}
          className="mt-3 inline-flex min-h-8 items-center rounded-xs text-sm font-semibold text-sea-ink underline-offset-4 hover:underline"
        >
          Show everything again
        </Link>
      ) : null}
    </search>
  );
}
