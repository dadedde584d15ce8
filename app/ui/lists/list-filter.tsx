import { RefreshCw, Search } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select, type SelectOption } from "~/ui/forms/select";
import { useFilterForm } from "~/ui/lists/use-filter-form";

/** `all` is the option that filters nothing; it does not stand in the address. */
export type FilterSelect = { name: string; label: string; value: string; options: readonly SelectOption[] };

/** A list's address under some filters; what says nothing is left out. */
export function listPath(path: string, filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] =>
    Boolean(entry[1] && entry[1] !== "all"),
  );
  const search = new URLSearchParams(given).toString();
  return search ? `${path}?${search}` : path;
}

export type ListFilterProps = {
  /** The list: its name, and its address without filters. */
  label: string;
  path: string;
  /** What the search finds, such as "Application number or email"; the words searched for now. */
  searchLabel: string;
  q: string;
  selects: readonly FilterSelect[];
  /** What stays in the address beside them, such as the order. */
  otherParams?: Record<string, string | undefined> | undefined;
};

/**
 * Search and filters of a list of the desk. The address holds what is filtered. Typing waits a moment before it asks;
 * without JavaScript there is the button. The key `/` leads into the search.
 */
export function ListFilter({ label, path, searchLabel, q, selects, otherParams = {} }: ListFilterProps) {
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const values = { q, ...Object.fromEntries(selects.map(({ name, value }) => [name, value])) };
  const { form, apply, applySoon } = useFilterForm(values, (fields) => {
    navigate(listPath(path, fields), { replace: true, preventScrollReset: true });
  });

  useLayoutEffect(() => {
    function focus(event: KeyboardEvent) {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const typing = target?.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    }
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  return (
    <Form
      ref={form}
      method="get"
      action={path}
      role="search"
      aria-label={label}
      className="mt-5 flex flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {Object.entries(otherParams).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <Field id="q" label={searchLabel} labelHidden className="min-w-0 grow basis-64 sm:max-w-md">
        <Input
          ref={box}
          name="q"
          type="search"
          size="sm"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          placeholder={searchLabel}
          aria-keyshortcuts="/"
          before={<Search aria-hidden />}
          after={<kbd className="rounded-xs border border-line px-1.5 font-mono text-xs max-sm:hidden">/</kbd>}
          onChange={applySoon}
        />
      </Field>
      {selects.map(({ name, label: of, value, options }) => (
        <Field key={name} id={name} label={of} labelHidden className="min-w-0 grow basis-36 sm:grow-0 sm:basis-52">
          <Select name={name} size="sm" defaultValue={value} options={options} onChange={() => apply()} />
        </Field>
      ))}
      <Button type="submit" variant="outline" size="sm" className="min-h-10 not-noscript:hidden">
        Search
      </Button>
    </Form>
  );
}

/** A link to this very page: it reloads with JavaScript and without it. */
export function RefreshLink({ to }: { to: string }) {
  const { location, formMethod } = useNavigation();
  const busy = location !== undefined && `${location.pathname}${location.search}` === to && formMethod === undefined;
  return (
    <ButtonLink
      to={to}
      replace
      preventScrollReset
      variant="outline"
      size="sm"
      before={<RefreshCw aria-hidden className={busy ? "animate-spin" : ""} />}
    >
      Refresh
    </ButtonLink>
  );
}
