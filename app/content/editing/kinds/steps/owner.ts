import { z } from "zod";

export type Owner = { of: "service" | "country"; id: string };

/** The key of the minutes a step takes, which are shared by all services. */
export const minutesKey = "minutes";

export const keyOf = ({ of, id }: Owner): string => `${of}-${id}`;

export function ownerOf(key: string): Owner | null {
  const [, of, id] = /^(service|country)-(.+)$/.exec(key) ?? [];
  const uuid = z.uuid().safeParse(id);
  if (!uuid.success || (of !== "service" && of !== "country")) return null;
  return { of, id: uuid.data };
}

/** The preview of the wizard with an edited configuration. */
export const previewOfSteps = "/admin/steps/preview";
