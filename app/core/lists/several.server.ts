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
