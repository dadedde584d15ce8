import { flushSync } from "react-dom";

/** What a person can type or choose in a form, in the order of its fields. */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** The fields of a form, as name and value; a box or radio that is not ticked has none. */
export type FormEntries = [name: string, value: string][];

/** Told without a parser of schemas, which every page with such a form would bring (T-BYTES-2). */
export const isFormText = (value: unknown): value is FormEntries =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));

/** A text that was written out as JSON. */
export function parseEntries(stored: string): FormEntries {
  const text: unknown = JSON.parse(stored);
  if (!isFormText(text)) throw new TypeError("This is no text of a form");
  return text;
}

/** Passwords are never kept; files can't be; what is hidden or pressed was not typed. */
const notTyped = new Set(["hidden", "password", "file", "submit", "button", "reset", "image"]);
const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

/** The fields inside the form: boxes of a table's rows, which only name it, are no text of it. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (control): control is Control =>
      (control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement ||
        (control instanceof HTMLInputElement && !notTyped.has(control.type))) &&
      control.name !== "" &&
      form.contains(control),
  );
}

export const formEntriesOf = (form: HTMLFormElement): FormEntries =>
  controlsOf(form).map((control) => [
    control.name,
    isTicked(control) ? (control.checked ? control.value : "") : control.value,
  ]);

export const hasFiles = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (control) => control instanceof HTMLInputElement && control.type === "file" && control.files?.length,
  );

/**
 * Puts a text back, as if it were typed, so that fields whose value React holds take it too. Twice, because a choice
 * may bring further fields.
 */
export function restoreEntries(form: HTMLFormElement, text: FormEntries): void {
  flushSync(() => putOnce(form, text));
  flushSync(() => putOnce(form, text));
}

function putOnce(form: HTMLFormElement, text: FormEntries): void {
  const values = Map.groupBy(text, ([name]) => name);
  const places = new Map<string, number>();
  for (const control of controlsOf(form)) {
    const place = places.get(control.name) ?? 0;
    places.set(control.name, place + 1);
    const value = values.get(control.name)?.[place]?.[1];
    if (value === undefined) continue;
    if (isTicked(control)) {
      if (control.checked !== (value !== "")) control.click();
    } else if (control.value !== value) {
      // The element's own setter: React's would take the event for one that changes nothing.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}

/** The boxes of a table's rows that are ticked for the form. */
export const rowsOf = (form: HTMLFormElement): string =>
  [...form.elements]
    .flatMap((control) =>
      control instanceof HTMLInputElement && isTicked(control) && control.checked && !form.contains(control)
        ? [control.value]
        : [],
    )
    .join(" ");

/** The hidden inputs that say what a form was made from: sent with an older text, they show what changed since. */
const fromNames = ["revision", "seen", "owned", "base", "note", "reply", "answer"];

export const versionFieldsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      control instanceof HTMLInputElement && control.type === "hidden" && fromNames.includes(control.name)
        ? [[control.name, control.value]]
        : [],
    ),
  );

/** Where a form is sent to. Its own property may be a field of that name. */
export const pathOf = (form: HTMLFormElement): string => {
  const { pathname, search } = new URL(form.getAttribute("action") || location.href, location.href);
  return pathname + search;
};

const signatureOf = (form: HTMLFormElement): string => {
  const intent = form.querySelector<HTMLInputElement>('input[type="hidden"][name="intent"]')?.value ?? "";
  const item = form.querySelector<HTMLInputElement>('input[type="hidden"]:is([name="item"],[name="entry"])')?.value;
  return [pathOf(form).split("?")[0], intent, item ?? "", controlsOf(form)[0]?.name ?? ""].join(" ");
};

/** The name of a form among those of its page, the same whenever the page is opened. */
export function nameOf(form: HTMLFormElement): string {
  if (form.dataset.keep) return form.dataset.keep;
  const signature = signatureOf(form);
  const same = [...document.forms].filter((one) => !one.dataset.keep && signatureOf(one) === signature);
  return `${signature} ${same.indexOf(form)}`;
}
