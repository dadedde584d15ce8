import { nassauSoon } from "~/core/time";
import { Badge, type BadgeTone } from "~/ui/lists/badge";
import { statusLook } from "~/ui/lists/status-badge";

const tones: Partial<Record<string, BadgeTone>> = {
  pending: "yellow",
  sent: "blue",
  delivered: "green",
  failed: "red",
};

/** `waitsUntil`: set while the address's hourly limit delays the mail. */
export function MailStatus({ status, waitsUntil }: { status: string; waitsUntil: Date | null }) {
  if (waitsUntil) return <Badge tone="sand">Waits until {nassauSoon(waitsUntil)}</Badge>;
  return <Badge tone={tones[status] ?? "gray"}>{statusLook(status).label}</Badge>;
}

/** `status_update` as `Status Update`. */
export const kindLabel = (kind: string) => statusLook(kind).label;
