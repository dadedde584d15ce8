import { ChevronDown } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Flag } from "~/ui/brand/flag";
import { classNames } from "~/ui/class-names";
import { findCountries, theCountry } from "~/ui/forms/country-search";
import { useControl } from "~/ui/forms/field";

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
  const select = useRef<HTMLSelectElement>(null);
  const [own, setOwn] = useState(defaultValue);
  const [typed, setTyped] = useState<string>();
  const code = value ?? own;
  function take(next: string) {
    setOwn(next);
    onValueChange?.(next);
  }
  const enhanced = useEnhanced(select, code, take);
  useFormReset(select, defaultValue, () => {
    setOwn(defaultValue);
    setTyped(undefined);
  });

  function changed(event: ChangeEvent<HTMLSelectElement>) {
    setTyped(undefined);
    take(event.currentTarget.value);
  }
  function choose(next: string) {
    setTyped(undefined);
    if (!select.current || next === code) return;
    select.current.value = next;
    select.current.dispatchEvent(new Event("input", { bubbles: true }));
    select.current.dispatchEvent(new Event("change", { bubbles: true }));
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
        <Combobox aria={aria} {...{ countries, code, typed, setTyped, choose, size, disabled, placeholder }} />
      ) : (
        <Chevron />
      )}
    </span>
  );
}

const Chevron = () => (
  <ChevronDown
    aria-hidden
    className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-stone"
  />
);

type SelectRef = RefObject<HTMLSelectElement | null>;

/** Whether script has taken over from the native select; `take` is told what was chosen in it before. */
function useEnhanced(select: SelectRef, code: string, take: (code: string) => void): boolean {
  const [enhanced, setEnhanced] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a choice made before the script ran.
  useEffect(() => {
    const early = select.current?.value ?? code;
    if (early !== code) take(early);
    // While the native select has the focus it is not replaced, so that a choice in progress is not lost.
    if (document.activeElement !== select.current) return setEnhanced(true);
    const left = new AbortController();
    select.current?.addEventListener("blur", () => setEnhanced(true), { once: true, signal: left.signal });
    return () => left.abort();
  }, []);
  return enhanced;
}

function useFormReset(select: SelectRef, defaultValue: string, reset: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reset` depends on the default value only.
  useEffect(() => {
    const owner = select.current?.form;
    owner?.addEventListener("reset", reset);
    return () => owner?.removeEventListener("reset", reset);
  }, [defaultValue]);
}

type ComboboxProps = {
  aria: object;
  countries: readonly CountryOption[];
  code: string;
  /** What stands in the input, as long as it was not chosen. */
  typed: string | undefined;
  setTyped: (typed: string | undefined) => void;
  choose: (code: string) => void;
  size: "md" | "sm";
  disabled: boolean | undefined;
  placeholder: string;
};

/** The editable input with its list. */
function Combobox(props: ComboboxProps) {
  const { aria, countries, code, typed, setTyped, choose, size, disabled, placeholder } = props;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const chosen = countries.find((country) => country.code === code);
  const found = open ? findCountries(countries, typed ?? "") : [];

  function pick(next: string) {
    setOpen(false);
    setActive(-1);
    choose(next);
  }
  function show() {
    if (disabled) return;
    setOpen(true);
    setActive(typed === undefined ? countries.findIndex((country) => country.code === code) : -1);
  }
  function leave() {
    if (typed?.trim() === "") pick("");
    else pick(typed === undefined ? code : (theCountry(countries, typed)?.code ?? code));
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
      if (country) pick(country.code);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setTyped(undefined);
    }
  }

  return (
    <>
      <input
        {...aria}
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
      <Chevron />
      {open ? <CountryList id={listId} found={found} active={active} code={code} onPick={pick} /> : null}
    </>
  );
}

type CountryListProps = {
  id: string;
  found: readonly CountryOption[];
  active: number;
  code: string;
  onPick: (code: string) => void;
};

function CountryList({ id, found, active, code, onPick }: CountryListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Countries"
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto overscroll-contain rounded-lg border border-line bg-white p-1.5 shadow-lg"
    >
      {found.map((country, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus.
        <div
          key={country.code}
          id={`${id}-${country.code}`}
          role="option"
          tabIndex={-1}
          aria-selected={country.code === code}
          data-active={index === active || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(country.code)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] hover:bg-foam aria-selected:font-semibold data-active:bg-foam data-active:shadow-[inset_0_0_0_2px_var(--color-deep)]"
        >
          <Flag code={country.code} />
          {country.name}
        </div>
      ))}
      {found.length === 0 ? (
        <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className="px-3 py-3 text-sm text-stone">
          No country has this name. Try another spelling.
        </div>
      ) : null}
    </div>
  );
}

/**
 * Runs `act` at once, or when the press that is under way ends: a choice may remove something above a button, such as a
 * message, which would move the button from under the pointer and lose the press.
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
