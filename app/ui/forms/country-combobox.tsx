import { ChevronDown } from "lucide-react";
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { loadOtherNames } from "~/core/countries/country-options";
import { type CountryOption, findCountries, theCountry } from "~/core/countries/country-search";
import { Flag } from "~/ui/brand/flag";
import { classNames } from "~/ui/class-names";
import { CountryCount, CountryList } from "~/ui/forms/country-options";
import { useControl } from "~/ui/forms/field";

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
 * A country to choose by typing. The native select is what a form sends, with and without JavaScript; once hydrated it
 * hides behind an editable combobox (WAI-ARIA) and still fires `input` and `change`, so that forms that listen
 * (autosave) see no difference. Text that names no country, or is still being typed, is sent as an option of its own.
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
  const [query, setQuery] = useQueryText(select, name);
  const code = value ?? own;
  const isForeign = code !== "" && !countries.some((country) => country.code === code);
  function applyCode(next: string) {
    setOwn(next);
    onValueChange?.(next);
  }
  const enhanced = useEnhanced(select, code, applyCode);
  useFormReset(select, defaultValue, () => {
    setOwn(defaultValue);
    setQuery(undefined);
  });

  function changed(event: ChangeEvent<HTMLSelectElement>) {
    setQuery(undefined);
    applyCode(event.currentTarget.value);
  }
  function choose(next: string) {
    const isSame = next === code && query === undefined;
    setQuery(undefined);
    if (!select.current || isSame) return;
    // Text that names no country must first have its option.
    flushSync(() => applyCode(next));
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
        {isForeign ? <option value={code}>{code}</option> : null}
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </select>
      {enhanced ? (
        <Combobox
          aria={aria}
          {...{ countries, code, typed: query, setTyped: setQuery, choose, size, disabled, placeholder, autoComplete }}
        />
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

/** Whether the combobox has replaced the native select; `take` gets the value chosen before. */
function useEnhanced(select: SelectRef, code: string, applyCode: (code: string) => void): boolean {
  const [enhanced, setEnhanced] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for a choice made before the script ran.
  useEffect(() => {
    const early = select.current?.value ?? code;
    if (early !== code) applyCode(early);
    // Not while the native select has the focus: a choice in progress would be lost.
    if (document.activeElement !== select.current) return setEnhanced(true);
    const left = new AbortController();
    select.current?.addEventListener("blur", () => setEnhanced(true), { once: true, signal: left.signal });
    return () => left.abort();
  }, []);
  return enhanced;
}

/** The form sends the text while it is being typed, so that it is not lost with the tab. */
function useQueryText(select: SelectRef, name: string) {
  const [query, setQuery] = useState<string>();
  const latest = useRef<string>(undefined);
  useEffect(() => {
    const owner = select.current?.form;
    const add = ({ formData }: FormDataEvent) => {
      if (latest.current !== undefined && !select.current?.disabled) formData.set(name, latest.current);
    };
    owner?.addEventListener("formdata", add);
    return () => owner?.removeEventListener("formdata", add);
  }, [select, name]);
  function type(next: string | undefined) {
    latest.current = next;
    setQuery(next);
  }
  return [query, type] as const;
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
  typed: string | undefined;
  setTyped: (query: string | undefined) => void;
  choose: (code: string) => void;
  size: "md" | "sm";
  disabled: boolean | undefined;
  placeholder: string;
  /** Autofill of the select is by code; the input that replaces it is filled in by the country's name. */
  autoComplete: string | undefined;
};

/** Loads the countries' other names when somebody starts to type. If they can't be loaded, the server resolves them. */
function useOtherNames(countries: readonly CountryOption[]) {
  const [namesOf, setNamesOf] = useState<(code: string) => readonly string[] | undefined>();
  const named = useMemo(
    () => (namesOf ? countries.map((country) => ({ ...country, aliases: namesOf(country.code) })) : countries),
    [countries, namesOf],
  );
  const load = () => {
    if (namesOf || countries.some(({ aliases }) => aliases)) return;
    void loadOtherNames().then(
      (names) => setNamesOf(() => names),
      () => undefined,
    );
  };
  return [named, load] as const;
}

function Combobox(props: ComboboxProps) {
  const { aria, code, typed, setTyped, choose, size, disabled, placeholder, autoComplete } = props;
  const [countries, loadNames] = useOtherNames(props.countries);
  const listId = useId();
  const [open, setOpen] = useState(false);
  /** The index of the option that the person highlighted; none is highlighted automatically (N-CTRY-3). */
  const [active, setActive] = useState(-1);
  const chosen = countries.find((country) => country.code === code);
  const found = open ? findCountries(countries, typed ?? (chosen ? "" : code)) : undefined;

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
    const meant = found?.[active] ?? (typed === undefined ? undefined : theCountry(countries, typed));
    pick(meant?.code ?? typed?.trim() ?? code);
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = (found?.length ?? 0) - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) show();
      else if (event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
      else setActive(active <= 0 ? last : active - 1);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      leave();
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      pick(code);
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
        aria-activedescendant={found?.[active] ? `${listId}-${found[active].code}` : undefined}
        autoComplete={autoComplete?.replace(/\bcountry$/, "country-name") ?? "off"}
        spellCheck={false}
        disabled={disabled}
        placeholder={placeholder}
        value={typed ?? chosen?.name ?? code}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(-1);
          setOpen(true);
        }}
        onClick={() => (open ? undefined : show())}
        onFocus={(event) => {
          loadNames();
          event.currentTarget.select();
        }}
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
      {found ? <CountryList id={listId} found={found} active={active} code={code} onPick={pick} /> : null}
      <CountryCount found={found} />
    </>
  );
}

/** Milliseconds. */
const longestPress = 2000;

/**
 * Runs `act` at once, or when the current press ends: a choice may remove something above a button, such as a message,
 * which would move the button from under the pointer and lose the press. A touch may end without a `mouseup`, so each
 * frame checks, too; a browser may report it as pressed forever.
 */
function afterPress(act: () => void) {
  const isPressed = () => document.querySelector(":active") !== null;
  if (!isPressed()) return act();
  const over = new AbortController();
  const end = () => {
    if (over.signal.aborted) return;
    over.abort();
    act();
  };
  const since = performance.now();
  const isUnderWay = () => isPressed() && performance.now() - since < longestPress;
  const look = () => (isUnderWay() ? requestAnimationFrame(look) : end());
  requestAnimationFrame(look);
  for (const kind of ["mouseup", "dragend", "keydown"])
    document.addEventListener(kind, end, { capture: true, signal: over.signal });
}
