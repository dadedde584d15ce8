// A name that no browser fills in by itself.
const honeypotName = "preferredGreeting";

/** A field that people can neither see nor reach: only bots fill it in. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this field empty
        <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}

export const isHoneypotFilled = (form: FormData): boolean => (form.get(honeypotName) ?? "") !== "";
