import { Badge, type BadgeTone } from "~/ui/badge";
import { statusLook } from "~/ui/status-badge";

const tones: Partial<Record<string, BadgeTone>> = {
  pending: "yellow",
  sent: "blue",
  delivered: "green",
  failed: "red",
};

export function MailStatus({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? "gray"}>{statusLook(status).label}</Badge>;
}

/** `status_update` as `Status Update`. */
export const kindLabel = (kind: string) => statusLook(kind).label;
