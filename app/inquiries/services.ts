import type { ActiveService } from "~/catalogue/active-services.server";
import { inquiryServices } from "~/db/schema/values";
import { notSureYet } from "./inquiry";

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "");
const named = new Map(inquiryServices.map((name) => [plain(name), name]));
/** A service by the name that inquiries use for it. */
const nameOf = (name: string): string => named.get(plain(name)) ?? name;

/** What an inquiry can be about: the ten of P-CONTACT-8, none yet, then the other active services (L-ASK-5). */
export function serviceOptions(active: readonly ActiveService[]): string[] {
  return [...new Set([...inquiryServices, notSureYet, ...active.map(({ name }) => nameOf(name))])];
}

/** Which service `?service=` means, a slug or name however it is written; empty when it means none (L-ASK-6). */
export function serviceOfParam(param: string | null, active: readonly ActiveService[]): string {
  const asked = plain(param ?? "");
  if (asked === "") return "";
  const found = active.find(({ slug, name }) => plain(slug) === asked || plain(name) === asked);
  return found ? nameOf(found.name) : (named.get(asked) ?? "");
}

/** The active service that an inquiry is about, by the name that it has there; undefined where none is sold for it. */
export const soldFor = (visaService: string, active: readonly ActiveService[]): ActiveService | undefined =>
  active.find(({ name }) => nameOf(name) === visaService || name === visaService);
