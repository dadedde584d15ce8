/** What was given, to be shown again; `tier` is a tier's id, or empty, and `service` one's id or slug, or empty. */
export type Typed = { email: string; tier: string; service: string; terms: boolean; shared: boolean };

/** What the form of a start holds. */
export function typedIn(form: FormData): Typed {
  const isTicked = (name: string) => form.get(name) === "yes";
  const textIn = (name: string) => String(form.get(name) ?? "");
  return {
    ...{ email: textIn("email"), tier: textIn("tier"), service: textIn("service") },
    ...{ terms: isTicked("terms"), shared: isTicked("shared") },
  };
}
