import { Search } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
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

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest = 300;

/** Whether a field says something else than it was sent with. */
function isTouched(control: Element): boolean {
  if (control instanceof HTMLInputElement) return control.value.trim() !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  const sent = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value !== sent?.value;
}

/**
 * A search and one filter, kept in the page's address. Sent by its button; with a script also when typing rests and
 * when a choice is made, in place, so that the way back does not lead through every letter.
 */
export function SearchForm({ action, label, placeholder, search, filter }: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef(0);
  const navigate = useNavigate();
  useEffect(() => () => clearTimeout(typing.current), []);

  const begun = useRef(false);

  // The fields show what the address says, unless somebody is typing in them, or did before the script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the address says something else.
  useEffect(() => {
    const first = !begun.current;
    begun.current = true;
    if (first && form.current && [...form.current.elements].some(isTouched)) return goSoon();
    for (const [name, value] of [
      ["q", search],
      [filter.name, filter.value],
    ] as const) {
      const control = form.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (control !== document.activeElement) control.value = value;
    }
  }, [search, filter.name, filter.value]);

  function go(replace: boolean) {
    clearTimeout(typing.current);
    if (!form.current) return;
    const said = [...new FormData(form.current)].map(([name, value]) => [name, String(value).trim()]);
    const asked = new URLSearchParams(said.filter(([, value]) => value));
    navigate({ pathname: action, search: asked.toString() }, { replace, preventScrollReset: true });
  }
  function goSoon() {
    clearTimeout(typing.current);
    typing.current = window.setTimeout(() => go(true), rest);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    go(false);
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
            onInput={goSoon}
            before={<Search />}
          />
        </Field>
        <Field id="filter" label={filter.label} labelHidden>
          <Select
            name={filter.name}
            defaultValue={filter.value}
            onChange={() => go(true)}
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
