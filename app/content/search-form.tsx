import { Search, X } from "lucide-react";
import { longestSearch } from "~/content/search-words";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";

export type SearchFormProps = {
  action: string;
  label: string;
  placeholder: string;
  search: string;
  filter: { name: string; label: string; all: string; options: readonly string[]; value: string };
};

/**
 * A search and one filter in the URL. Submitted by its button; with JavaScript also after a pause in typing and when a
 * choice is made (`site/static-pages/search.ts`), which replaces the page's `data-results` and `data-count`.
 */
export function SearchForm({ action, label, placeholder, search, filter }: SearchFormProps) {
  const options = filter.options.map((option) => ({ value: option, label: option }));
  return (
    <search className="no-print block">
      <form
        method="get"
        action={action}
        data-search
        className="grid gap-3 rounded-2xl bg-white p-4 shadow-md sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto] sm:p-5"
      >
        <div className="group/search relative [&_input]:pr-12 [&_input::-webkit-search-cancel-button]:hidden">
          <Field id="search" label={label} labelHidden>
            <Input
              type="search"
              name="q"
              defaultValue={search}
              placeholder={placeholder}
              maxLength={longestSearch}
              before={<Search />}
            />
          </Field>
          {/* A link, so that it clears the search without JavaScript as well. */}
          <a
            href={filter.value ? `${action}?${new URLSearchParams({ [filter.name]: filter.value })}` : action}
            data-clear
            data-hint="Clear the search"
            className="absolute top-1/2 right-1 grid size-11 -translate-y-1/2 place-items-center rounded-md text-stone hover:text-ink group-has-placeholder-shown/search:hidden"
          >
            <X aria-hidden className="size-4.5" />
            <span className="sr-only">Clear the search</span>
          </a>
        </div>
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
      </form>
    </search>
  );
}

/** Links from filtered results to all; with JavaScript the search is cleared in place. */
export function ShowAll({ action, narrowed }: { action: string; narrowed: boolean }) {
  if (!narrowed) return null;
  return (
    <a
      href={action}
      data-show-all
      className="no-print -mt-3 inline-flex min-h-8 w-fit items-center rounded-xs sm:-mt-6 text-sm font-semibold text-sea-ink underline-offset-4 hover:underline"
    >
      Show all
    </a>
  );
}
