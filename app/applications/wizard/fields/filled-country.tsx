import { useEffect, useEffectEvent, useRef, useState } from "react";
import { CountryCombobox, type CountryComboboxProps } from "~/ui/forms/country-combobox";

type FilledCountryProps = CountryComboboxProps & { fill: string | undefined };

/**
 * A country that follows another answer once that one is chosen, unless something else was chosen here. One that was
 * emptied stays empty until the other answer changes.
 */
export function FilledCountry({ fill, defaultValue = "", ...country }: FilledCountryProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [code, setCode] = useState(defaultValue);
  const last = useRef(fill);
  const follow = useEffectEvent((next: string) => {
    const before = last.current;
    last.current = next;
    if (next === before || (code !== "" && code !== before)) return;
    setCode(next);
    // Once it is chosen: the form reads all its inputs at any of their events.
    requestAnimationFrame(() =>
      box.current?.querySelector("select")?.dispatchEvent(new Event("input", { bubbles: true })),
    );
  });
  useEffect(() => {
    if (fill !== undefined) follow(fill);
  }, [fill]);
  return (
    <span ref={box} className="contents">
      <CountryCombobox {...country} value={code} onValueChange={setCode} />
    </span>
  );
}
