import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

type Go = (fields: Record<string, string>, sent: boolean) => void;

/** How long typing has to rest before the filters apply, in milliseconds. */
const rest = 300;

/** Whether a field differs from its default value. */
function isTouched(control: Element): boolean {
  if (control instanceof HTMLInputElement) return control.value.trim() !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  const sent = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value !== sent?.value;
}

/**
 * A form whose fields mirror the page's address. `values` are the fields as the address has them; `go` navigates to
 * the address of the current fields, with `sent` true after its button. Fields follow the address (Back, a card) at
 * once, so that a later choice is not overwritten; only text that waits to be applied stays. Fields that were changed
 * before the script ran are applied when it starts.
 */
export function useFilterForm(values: Record<string, string>, go: Go) {
  const form: RefObject<HTMLFormElement | null> = useRef(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasRun = useRef(false);
  const cancel = useCallback(() => {
    clearTimeout(typing.current);
    typing.current = undefined;
  }, []);

  function apply(sent = false) {
    cancel();
    if (!form.current) return;
    const fields = [...new FormData(form.current)].map(([name, value]) => [name, String(value).trim()]);
    go(Object.fromEntries(fields), sent);
  }
  function applySoon() {
    cancel();
    typing.current = setTimeout(apply, rest);
  }

  useEffect(() => cancel, [cancel]);
  // A pending search must not cancel a navigation to another page.
  const next = useNavigation().location?.pathname;
  useEffect(() => {
    if (next && next !== window.location.pathname) cancel();
  }, [next, cancel]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address says something else.
  useLayoutEffect(() => {
    const first = !hasRun.current;
    hasRun.current = true;
    if (first && form.current && [...form.current.elements].some(isTouched)) return applySoon();
    for (const [name, value] of Object.entries(values)) {
      const control = form.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (control instanceof HTMLInputElement && typing.current !== undefined) continue;
      if (control.value.trim() !== value) control.value = value;
    }
  }, [new URLSearchParams(values).toString()]);

  return { form, apply, applySoon };
}
