import { z } from "zod";

/** Whose steps they are: those of a service, or of a country's services that have none of their own. */
export type Owner = { of: "service" | "country"; id: string };

/** The key of the minutes, which are the same for all services. */
export const minutesKey = "minutes";

export const keyOf = ({ of, id }: Owner): string => `${of}-${id}`;

export function ownerOf(key: string): Owner | null {
  const [, of, id] = /^(service|country)-(.+)$/.exec(key) ?? [];
  const uuid = z.uuid().safeParse(id);
  if (!uuid.success || (of !== "service" && of !== "country")) return null;
  return { of, id: uuid.data };
}

/** Where the wizard is walked through in a configuration that is edited (O-STEP-4). */
export const previewOfSteps = "/admin/steps/preview";
