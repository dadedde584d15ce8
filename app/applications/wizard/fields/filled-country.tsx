import { useEffect, useEffectEvent, useRef, useState } from "react";
import { CountryCombobox, type CountryComboboxProps } from "~/ui/forms/country-combobox";

type FilledCountryProps = CountryComboboxProps & { fill: string | undefined };

/**
 * A country that becomes another answer once that one is chosen, where the box is empty or holds what was filled in
 * since the page was opened. A country that was stored before may have been chosen on purpose, and stays.
 */
export function FilledCountry({ fill, defaultValue = "", ...country }: FilledCountryProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [code, setCode] = useState(defaultValue);
  const last = useRef(fill);
  const filled = useRef<string>(undefined);
  const follow = useEffectEvent((next: string) => {
    const isSame = next === last.current;
    last.current = next;
    if (isSame || (code !== "" && code !== filled.current)) return;
    filled.current = next;
    setCode(next);
    // A script sets it without an event, by which the form would know that an answer changed.
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
