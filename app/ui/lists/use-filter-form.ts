import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { useRouter } from "~/ui/use-router";

type Go = (fields: Record<string, string>, sent: boolean) => void;

/** Debounce of typing, in milliseconds. */
const idleMs = 300;

function isTouched(control: Element): boolean {
  if (control instanceof HTMLInputElement && control.type === "checkbox")
    return control.checked !== control.defaultChecked;
  if (control instanceof HTMLInputElement) return control.value.trim() !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  const sent = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value !== sent?.value;
}

/** A form's fields; the checked ones of several boxes with one name as `a,b`. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    fields[name] = fields[name] === undefined ? text : `${fields[name]},${text}`;
  }
  return fields;
}

/**
 * Synchronizes a form with the page's URL. `values` are the fields from the URL; `go` navigates to the URL of the
 * current fields, with `sent` true after its button. Fields follow the URL (Back, a card) at once, except for choices
 * made since the page was requested, and text that waits to be applied. Fields changed before the script ran are
 * applied when it starts.
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
    go(fieldsOf(form.current), sent);
  }
  function applySoon() {
    cancel();
    typing.current = setTimeout(apply, idleMs);
  }

  useEffect(() => cancel, [cancel]);
  // A pending search must not cancel a navigation to another page.
  const next = useNavigation().location?.pathname;
  const router = useRouter();
  useEffect(() => {
    if (next && next !== window.location.pathname) cancel();
  }, [next, cancel]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address says something else.
  useLayoutEffect(() => {
    const first = !hasRun.current;
    hasRun.current = true;
    if (first && form.current && [...form.current.elements].some(isTouched)) return applySoon();
    // From the router itself: React may render an earlier choice while a later one is loading already.
    if (!first && router?.state.navigation.location?.pathname === window.location.pathname) return;
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      const value = values[control.name];
      if (value === undefined) continue;
      if (control instanceof HTMLInputElement && control.type === "checkbox") {
        control.checked = value.split(",").includes(control.value);
        continue;
      }
      if (control instanceof HTMLInputElement && typing.current !== undefined) continue;
      if (control.value.trim() !== value) control.value = value;
    }
  }, [new URLSearchParams(values).toString()]);

  return { form, apply, applySoon };
}
