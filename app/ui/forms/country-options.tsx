import { useEffect, useRef } from "react";
import type { CountryOption } from "~/core/countries/country-search";
import { Flag } from "~/ui/brand/flag";

const none = "No country has this name. Try another spelling.";

export function CountryCount({ found }: { found: readonly CountryOption[] | undefined }) {
  const count = found?.length;
  return (
    <span aria-live="polite" className="sr-only">
      {count === undefined ? null : count === 0 ? none : count === 1 ? "1 country" : `${count} countries`}
    </span>
  );
}

type CountryListProps = {
  id: string;
  found: readonly CountryOption[];
  active: number;
  code: string;
  onPick: (code: string) => void;
};

export function CountryList({ id, found, active, code, onPick }: CountryListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" });
  }, []);
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
          {none}
        </div>
      ) : null}
    </div>
  );
}
