import type { PayLinkEnd } from "~/db/schema/values";
import { centsOf } from "./money";

/** Why a pay link is no longer shown: what ended it, or what makes it wrong now. */
export type PayLinkState = "shown" | PayLinkEnd | "host" | "expired" | "more";

type PayLink = {
  host: string;
  amount: string;
  lastDay: string | null;
  endedAt: Date | null;
  endedAs: PayLinkEnd | null;
};

/** The end of a day in the last time zone, twelve hours behind UTC. */
const endEverywhere = (day: string): number => Date.parse(`${day}T00:00:00Z`) + (24 + 12) * 3_600_000;

/** `open`: what is left to pay of its invoice, as stored. One that asks for more would be paid twice. */
export function payLinkState(link: PayLink, open: string, hosts: readonly string[], now = Date.now()): PayLinkState {
  const end = link.lastDay === null ? Number.POSITIVE_INFINITY : endEverywhere(link.lastDay);
  if (link.endedAt && link.endedAs && link.endedAt.getTime() < end) return link.endedAs;
  if (now >= end) return "expired";
  if (!hosts.includes(link.host)) return "host";
  return centsOf(link.amount) > centsOf(open) ? "more" : "shown";
}
