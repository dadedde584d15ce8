import { z } from "zod";

/** Several values in one URL parameter, `a,b`, each once and in canonical order. `all` means no filter. */
export const severalOf = <Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .catch("")
    .transform((text) => {
      const selected = text.split(",");
      return selected.includes("all") ? [] : values.filter((value) => selected.includes(value));
    });

/** Reads the query for a schema of filters; parameters in `several` may be repeated. */
export const valuesOf = (search: URLSearchParams, several: readonly string[]) => ({
  ...Object.fromEntries(search),
  ...Object.fromEntries(several.map((name) => [name, search.getAll(name).join(",")])),
});

export const addressOf = ({ me: _, before: __, after: ___, ...filters }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );
