import { ChevronDown } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";
import { findCountries, theCountry } from "~/ui/country-search";
import { useControl } from "~/ui/field";
import { Flag } from "~/ui/flag";

export type CountryOption = {
  /** ISO 3166-1 alpha-2, capitals. */
  code: string;
  name: string;
  /** Other names under which it is found: "USA", "America". */
  aliases?: readonly string[] | undefined;
};

export type CountryComboboxProps = {
  name: string;
  countries: readonly CountryOption[];
  id?: string | undefined;
  value?: string | undefined;
  defaultValue?: string | undefined;
  onValueChange?: ((code: string) => void) | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  form?: string | undefined;
  autoComplete?: string | undefined;
  size?: "md" | "sm" | undefined;
  className?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-required"?: boolean | undefined;
};

/**
 * A country to choose by typing. The native select is what a form sends, with and without script; once script is here
 * it steps behind an editable combobox (WAI-ARIA) and still fires `input` and `change`, so that forms that listen
 * (autosave) see no difference.
 */
export function CountryCombobox(props: CountryComboboxProps) {
  const { name, countries, value, defaultValue = "", onValueChange, placeholder = "Choose a country" } = props;
  const { disabled, form, autoComplete, size = "md", className } = props;
  const aria = useControl({
    id: props.id,
    "aria-describedby": props["aria-describedby"],
    "aria-invalid": props["aria-invalid"],
    "aria-required": props["aria-required"],
  });
  const listId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [enhanced, setEnhanced] = useState(false);
  const [own, setOwn] = useState(defaultValue);
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);

  const code = value ?? own;
  const chosen = countries.find((country) => country.code === code);
  const found = open ? findCountries(countries, typed ?? "") : [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before the script ran is looked for once.
  useEffect(() => {
    const early = select.current?.value ?? code;
    if (early !== code) {
      setOwn(early);
      onValueChange?.(early);
    }
    // Nobody's list is taken out of their hands: whoever is choosing in it chooses to the end.
    if (document.activeElement !== select.current) return setEnhanced(true);
    const left = new AbortController();
    select.current?.addEventListener("blur", () => setEnhanced(true), { once: true, signal: left.signal });
    return () => left.abort();
  }, []);
  useEffect(() => {
    const owner = select.current?.form;
    const reset = () => {
      setOwn(defaultValue);
      setTyped(undefined);
    };
    owner?.addEventListener("reset", reset);
    return () => owner?.removeEventListener("reset", reset);
  }, [defaultValue]);
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, active]);

  function changed(event: ChangeEvent<HTMLSelectElement>) {
    setOwn(event.currentTarget.value);
    setTyped(undefined);
    onValueChange?.(event.currentTarget.value);
  }
  function choose(next: string) {
    setOpen(false);
    setTyped(undefined);
    setActive(-1);
    if (!select.current || next === code) return;
    select.current.value = next;
    select.current.dispatchEvent(new Event("input", { bubbles: true }));
    select.current.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function show() {
    if (disabled) return;
    setOpen(true);
    setActive(typed === undefined ? countries.findIndex((country) => country.code === code) : -1);
  }
  function leave() {
    if (typed?.trim() === "") choose("");
    else {
      choose(typed === undefined ? code : (theCountry(countries, typed)?.code ?? code));
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = found.length - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) show();
      else if (event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
      else setActive(active <= 0 ? last : active - 1);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      const country = found[active];
      if (country) choose(country.code);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setTyped(undefined);
    }
  }

  return (
    <span className={classNames("relative block min-w-0", className)}>
      <select
        {...(enhanced ? { "aria-hidden": true, tabIndex: -1 } : aria)}
        ref={select}
        name={name}
        value={code}
        onChange={changed}
        disabled={disabled}
        form={form}
        autoComplete={autoComplete}
        className={classNames(enhanced ? "hidden" : "control appearance-none pr-11", size === "sm" && "control-sm")}
      >
        <option value="">{placeholder}</option>
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </select>
      {enhanced ? (
        <>
          <input
            {...aria}
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && found[active] ? `${listId}-${found[active].code}` : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={placeholder}
            value={typed ?? chosen?.name ?? ""}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setActive(event.currentTarget.value.trim() === "" ? -1 : 0);
              setOpen(true);
            }}
            onClick={() => (open ? undefined : show())}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => afterPress(leave)}
            onKeyDown={onKeyDown}
            className={classNames(
              "control truncate pr-11",
              size === "sm" && "control-sm",
              chosen && typed === undefined && "pl-13",
            )}
          />
          {chosen && typed === undefined ? (
            <Flag code={chosen.code} className="pointer-events-none absolute top-1/2 left-4 w-6 -translate-y-1/2" />
          ) : null}
        </>
      ) : null}
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-stone"
      />
      {open ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label="Countries"
          className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto overscroll-contain rounded-lg border border-line bg-white p-1.5 shadow-lg"
        >
          {found.map((country, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus.
            <div
              key={country.code}
              id={`${listId}-${country.code}`}
              role="option"
              tabIndex={-1}
              aria-selected={country.code === code}
              data-active={index === active || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(country.code)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] hover:bg-foam aria-selected:font-semibold data-active:bg-foam data-active:shadow-[inset_0_0_0_2px_var(--color-deep)]"
            >
              <Flag code={country.code} />
              {country.name}
            </div>
          ))}
          {found.length === 0 ? (
            <div
              role="option"
              tabIndex={-1}
              aria-selected={false}
              aria-disabled
              className="px-3 py-3 text-sm text-stone"
            >
              No country has this name. Try another spelling.
            </div>
          ) : null}
        </div>
      ) : null}
    </span>
  );
}

/**
 * At once, or when the press that is under way ends: what a choice takes away above a button, such as a message, would
 * move the button from under the pointer, and the press would be lost.
 */
function afterPress(act: () => void) {
  if (!document.querySelector(":active")) return act();
  const over = new AbortController();
  const end = () => {
    over.abort();
    act();
  };
  for (const kind of ["mouseup", "dragend", "keydown"])
    document.addEventListener(kind, end, { capture: true, signal: over.signal });
}
