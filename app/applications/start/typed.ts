/** What was given, to be shown again; `tier` is a tier's id, or empty, and `service` one's id or slug, or empty. */
export type StartValues = { email: string; tier: string; service: string; terms: boolean; shared: boolean };

/** What the form of a start holds. */
export function readStartValues(form: FormData): StartValues {
  const isTicked = (name: string) => form.get(name) === "yes";
  const textIn = (name: string) => String(form.get(name) ?? "");
  return {
    ...{ email: textIn("email"), tier: textIn("tier"), service: textIn("service") },
    ...{ terms: isTicked("terms"), shared: isTicked("shared") },
  };
}
