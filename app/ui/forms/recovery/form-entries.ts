import { flushSync } from "react-dom";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Unchecked boxes and radios have no entry. */
export type FormEntries = [name: string, value: string][];

/** Checked without a schema parser, which every page with such a form would have to load. */
export const isFormText = (value: unknown): value is FormEntries =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));

export function parseEntries(stored: string): FormEntries {
  const text: unknown = JSON.parse(stored);
  if (!isFormText(text)) throw new TypeError("This is no text of a form");
  return text;
}

/** Passwords are never stored; files can't be; hidden inputs and buttons were not typed. */
const nonTextTypes = new Set(["hidden", "password", "file", "submit", "button", "reset", "image"]);
const hasCheckedState = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

/** Controls inside the form. Those of table rows, which only refer to it by `form`, are not part of its text. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (control): control is Control =>
      (control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement ||
        (control instanceof HTMLInputElement && !nonTextTypes.has(control.type))) &&
      control.name !== "" &&
      form.contains(control),
  );
}

export const formEntriesOf = (form: HTMLFormElement): FormEntries =>
  controlsOf(form).map((control) => [
    control.name,
    hasCheckedState(control) ? (control.checked ? control.value : "") : control.value,
  ]);

export const hasFiles = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (control) => control instanceof HTMLInputElement && control.type === "file" && control.files?.length,
  );

/** Restores a text as if typed, so that controlled fields accept it too. Twice, because a choice may add fields. */
export function restoreEntries(form: HTMLFormElement, text: FormEntries): void {
  flushSync(() => writeOnce(form, text));
  flushSync(() => writeOnce(form, text));
}

function writeOnce(form: HTMLFormElement, text: FormEntries): void {
  const values = Map.groupBy(text, ([name]) => name);
  const positions = new Map<string, number>();
  for (const control of controlsOf(form)) {
    const position = positions.get(control.name) ?? 0;
    positions.set(control.name, position + 1);
    const value = values.get(control.name)?.[position]?.[1];
    if (value === undefined) continue;
    if (hasCheckedState(control)) {
      if (control.checked !== (value !== "")) control.click();
    } else if (control.value !== value) {
      // The element's own setter: with React's, the event would seem to change nothing.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}

/** The checked rows of a table that belong to the form. */
export const rowsOf = (form: HTMLFormElement): string =>
  [...form.elements]
    .flatMap((control) =>
      control instanceof HTMLInputElement && hasCheckedState(control) && control.checked && !form.contains(control)
        ? [control.value]
        : [],
    )
    .join(" ");

/** Hidden inputs with the version that a form was made from: sent with an older text, they show what changed since. */
const fromNames = ["revision", "seen", "owned", "base", "note", "reply", "answer"];

export const versionFieldsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      control instanceof HTMLInputElement && control.type === "hidden" && fromNames.includes(control.name)
        ? [[control.name, control.value]]
        : [],
    ),
  );

/** The form's target. `form.action` may be a field of that name. */
export const pathOf = (form: HTMLFormElement): string => {
  const { pathname, search } = new URL(form.getAttribute("action") || location.href, location.href);
  return pathname + search;
};

const signatureOf = (form: HTMLFormElement): string => {
  const intent = form.querySelector<HTMLInputElement>('input[type="hidden"][name="intent"]')?.value ?? "";
  const item = form.querySelector<HTMLInputElement>('input[type="hidden"]:is([name="item"],[name="entry"])')?.value;
  return [pathOf(form).split("?")[0], intent, item ?? "", controlsOf(form)[0]?.name ?? ""].join(" ");
};

/** Identifies a form among those of its page, the same on every load. */
export function nameOf(form: HTMLFormElement): string {
  if (form.dataset.keep) return form.dataset.keep;
  const signature = signatureOf(form);
  const same = [...document.forms].filter(
    (candidate) => !candidate.dataset.keep && signatureOf(candidate) === signature,
  );
  return `${signature} ${same.indexOf(form)}`;
}
