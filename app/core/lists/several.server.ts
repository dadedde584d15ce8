import { z } from "zod";

/**
 * Several of some values in the address, `a,b`, each once and in their own order; anything else is left out. With `all`
 * among them they are none: nothing is narrowed.
 */
export const severalOf = <Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .catch("")
    .transform((text) => {
      const said = text.split(",");
      return said.includes("all") ? [] : values.filter((value) => said.includes(value));
    });

/** The values of an address, for a schema of filters; what can have several values may be given several times. */
export const valuesOf = (search: URLSearchParams, several: readonly string[]) => ({
  ...Object.fromEntries(search),
  ...Object.fromEntries(several.map((name) => [name, search.getAll(name).join(",")])),
});

/** Filters as the address says them, without the page. */
export const addressOf = ({ me: _, before: __, after: ___, ...filters }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );
