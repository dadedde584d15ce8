import type { ActiveService } from "~/catalogue/active-services.server";
import { inquiryServices } from "~/db/schema/values";
import { notSureYet } from "./inquiry";

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "");
const named = new Map(inquiryServices.map((name) => [plain(name), name]));
/** The name that inquiries use for a service. */
const nameOf = (name: string): string => named.get(plain(name)) ?? name;

/** The possible services: the ten of the specification, none yet, then the other active ones. */
export function serviceOptions(active: readonly ActiveService[]): string[] {
  return [...new Set([...inquiryServices, notSureYet, ...active.map(({ name }) => nameOf(name))])];
}

/** The service of `?service=`, a slug or name in any spelling; empty if there is none. */
export function serviceOfParam(param: string | null, active: readonly ActiveService[]): string {
  const requested = plain(param ?? "");
  if (requested === "") return "";
  const found = active.find(({ slug, name }) => plain(slug) === requested || plain(name) === requested);
  return found ? nameOf(found.name) : (named.get(requested) ?? "");
}

/** The active service that an inquiry is about; undefined if there is none. */
export const soldFor = (visaService: string, active: readonly ActiveService[]): ActiveService | undefined =>
  active.find(({ name }) => nameOf(name) === visaService || name === visaService);
