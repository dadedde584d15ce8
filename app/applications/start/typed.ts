/**
 * Input to show again; `tier` is an id or empty, `service` an id or slug or empty. `anyway`: the nationality for which
 * the visa is wanted although it is not needed.
 */
export type StartValues = {
  email: string;
  tier: string;
  service: string;
  terms: boolean;
  shared: boolean;
  nationality: string;
  anyway: string;
};

export function readStartValues(form: FormData): StartValues {
  const isChecked = (name: string) => form.get(name) === "yes";
  const textIn = (name: string) => String(form.get(name) ?? "");
  return {
    ...{ email: textIn("email"), tier: textIn("tier"), service: textIn("service") },
    ...{ terms: isChecked("terms"), shared: isChecked("shared") },
    ...{ nationality: textIn("nationality"), anyway: textIn("anyway") },
  };
}
