import { ChevronDown, ChevronRight, RefreshCw, Search } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import type { SelectOption } from "~/ui/forms/select";
import { useKeys } from "~/ui/keys/keys";
import { DropMenu } from "~/ui/lists/drop-menu";
import { useFilterForm } from "~/ui/lists/use-filter-form";

/** `all` is the option without a filter; it is left out of the URL. */
export type FilterSelect = { name: string; label: string; value: string; options: readonly SelectOption[] };

/** Builds a list's URL; empty filters are left out. */
export function listHref(path: string, filters: Record<string, string | undefined>): string {
  const activeFilters = Object.entries(filters).filter((entry): entry is [string, string] =>
    Boolean(entry[1] && entry[1] !== "all"),
  );
  const search = new URLSearchParams(activeFilters).toString();
  return search ? `${path}?${search}` : path;
}

/** Also with parameters such as a view, unless a filter remains that would restore its own. */
export function hrefWith(
  path: string,
  filters: Record<string, string | undefined>,
  kept: Record<string, string | undefined>,
): string {
  return listHref(path, filters) === path ? path : listHref(path, { ...filters, ...kept });
}

export type FilterMenu = {
  name: string;
  label: string;
  values: readonly string[];
  options: readonly SelectOption[];
  /** The label of the first box, `all`, such as `All statuses`. */
  all?: string;
  /** All are equal to none: they are left out of the URL. */
  allIsNone?: boolean;
};

export type ListFilterProps = {
  /** The list's name, and its URL without filters. */
  label: string;
  path: string;
  /** What the search finds, such as "Application number or email"; the current query. */
  searchLabel: string;
  q: string;
  selects: readonly FilterSelect[];
  /** Filters with several values: before the selects, and at the end what is no filter, such as the columns. */
  menus?: readonly FilterMenu[] | undefined;
  endMenus?: readonly FilterMenu[] | undefined;
  otherParams?: Record<string, string | undefined> | undefined;
  /** Stays in the URL as long as there is a filter: the view. */
  keptParams?: Record<string, string | undefined> | undefined;
  children?: ReactNode;
};

/** So many filters are in view, in the order of the list; the others are behind `More filters`. */
const mostUsed = 3;

const isFilterSet = (field: FilterMenu | FilterSelect) =>
  "values" in field ? field.values.length > 0 : field.value !== "" && field.value !== "all";

/** Search and filters of a list, stored in the URL. Typing is debounced; without JavaScript there is a button. */
export function ListFilter(props: ListFilterProps) {
  const {
    label,
    path,
    searchLabel,
    q,
    selects,
    menus = [],
    endMenus = [],
    otherParams = {},
    keptParams = {},
    children,
  } = props;
  const navigate = useNavigate();
  const inputRef = useRef<HTMLInputElement>(null);
  const several = [...menus, ...endMenus];
  const values = {
    q,
    ...Object.fromEntries(selects.map(({ name, value }) => [name, value])),
    ...Object.fromEntries(several.map(({ name, values, all }) => [name, values.join(",") || (all ? "all" : "")])),
  };
  const { form, apply, applySoon } = useFilterForm(values, (fields) => {
    const whole = several.filter(
      ({ name, allIsNone, options }) => allIsNone && fields[name]?.split(",").length === options.length,
    );
    const params = { ...fields, ...Object.fromEntries(whole.map(({ name }) => [name, ""])) };
    navigate(hrefWith(path, params, keptParams), { replace: true, preventScrollReset: true });
  });
  useSlashKey(inputRef);
  const fields = [...menus, ...selects];
  const [used, rare] = [fields.slice(0, mostUsed), fields.slice(mostUsed)];
  const hasMany = fields.length > 2;
  const draw = (field: FilterMenu | FilterSelect) =>
    "values" in field ? (
      <ChoiceMenu key={field.name} menu={field} onChange={() => apply()} />
    ) : (
      <FilterSelectField key={field.name} select={field} onChange={() => apply()} />
    );
  return (
    <Form
      ref={form}
      method="get"
      action={path}
      role="search"
      aria-label={label}
      className="mt-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {Object.entries(otherParams).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        {children}
        <div className="flex min-w-0 grow gap-1.5 md:max-w-md">
          <Field id="q" label={searchLabel} labelHidden className="min-w-0 grow">
            <Input
              ref={inputRef}
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
              className="list-search"
            />
          </Field>
          <Button type="submit" variant="outline" size="sm" className="md:min-h-8 max-md:min-h-11 not-noscript:hidden">
            Search
          </Button>
        </div>
      </div>
      {hasMany ? (
        <label className="mt-1.5 flex min-h-11 w-fit items-center gap-2 text-sm font-semibold md:hidden">
          <input type="checkbox" id="filters-shown" autoComplete="off" className="peer size-4.5" />
          Show the filters
        </label>
      ) : null}
      <div
        className={classNames(
          "mt-1.5 flex-wrap gap-1.5 max-md:grid-cols-2",
          hasMany ? "hidden md:flex in-[form:has(#filters-shown:checked)]:max-md:grid" : "flex max-md:grid",
        )}
      >
        {used.map(draw)}
        {rare.length + endMenus.length > 0 ? (
          <MoreFilters opens={rare.some(isFilterSet)} label={rare.length > 0 ? "More filters" : "Columns"}>
            {rare.map(draw)}
            {endMenus.map(draw)}
          </MoreFilters>
        ) : null}
      </div>
    </Form>
  );
}

function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  useKeys("In the list", [
    {
      keys: ["/"],
      does: "Search the list",
      run: () => {
        input.current?.focus();
        input.current?.select();
        return true;
      },
    },
  ]);
}

type MoreFiltersProps = { label: string; opens: boolean; children: ReactNode };

/**
 * The less used filters, in the same line; shown while one of them is set, and until somebody hides them. A checkbox,
 * because the content of `details` could not continue the line.
 */
function MoreFilters({ label, opens, children }: MoreFiltersProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opens && box.current) box.current.checked = true;
  }, [opens]);
  return (
    <>
      <label className="filter-pill gap-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-sea-ink">
        {label}
        <input
          ref={box}
          type="checkbox"
          id="more-filters"
          defaultChecked={opens}
          autoComplete="off"
          className="peer sr-only"
        />
        <ChevronRight aria-hidden className="size-3.5 text-stone transition-transform peer-checked:rotate-90" />
      </label>
      <div className="hidden in-[form:has(#more-filters:checked)]:contents">{children}</div>
    </>
  );
}

function FilterSelectField({ select, onChange }: { select: FilterSelect; onChange: () => void }) {
  const { name, label, value, options } = select;
  return (
    <span className="relative block min-w-0">
      <label htmlFor={name} className="sr-only">
        {label}
      </label>
      <select
        id={name}
        name={name}
        defaultValue={value}
        autoComplete="off"
        onChange={onChange}
        className={classNames("filter-pill filter-select", value !== "" && value !== "all" && "filter-pill-set")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-stone"
      />
    </span>
  );
}

/** `All` and the other boxes exclude each other: the last one checked wins. */
function leaveOut(input: HTMLInputElement): void {
  for (const otherInput of input.form?.querySelectorAll<HTMLInputElement>(`input[name="${input.name}"]`) ?? [])
    if (otherInput !== input && input.checked && (input.value === "all" || otherInput.value === "all"))
      otherInput.checked = false;
}

function ChoiceMenu({ menu, onChange }: { menu: FilterMenu; onChange: () => void }) {
  const { name, label, values, options, all, allIsNone } = menu;
  const allOptions = all ? [{ value: "all", label: all }, ...options] : options;
  const checkedValues = all && values.length === 0 ? ["all"] : values;
  const isSet = allIsNone ? values.length < options.length : values.length > 0;
  const [only] = values.length === 1 ? options.filter(({ value }) => values.includes(value)) : [];
  const buttonText = allIsNone || !isSet ? label : (only?.label ?? `${label}: ${values.length}`);
  return (
    <DropMenu label={<span className="truncate">{buttonText}</span>} isSet={isSet}>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {allOptions.map((option) => (
          <label
            key={option.value}
            className="flex min-h-8 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-foam max-md:min-h-11"
          >
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={checkedValues.includes(option.value)}
              autoComplete="off"
              onChange={(event) => {
                if (all) leaveOut(event.currentTarget);
                onChange();
              }}
              className="size-4"
            />
            {option.label}
          </label>
        ))}
      </fieldset>
    </DropMenu>
  );
}

/** Reloads this page, with JavaScript and without it. */
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
