import { z } from "zod";
import type { Json } from "~/db/schema/content";
import type { NamedService } from "~/db/schema/site/rules";

const named = z.object({ id: z.string(), name: z.string() });

/** The services in a stored value: one, several or none. */
export const namedServices = (value: Json | undefined): NamedService[] => {
  const read = z.array(named).safeParse(Array.isArray(value) ? value : [value]);
  return read.success ? read.data : [];
};

export const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
