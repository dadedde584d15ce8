import type { ClientImportState } from "~/db/schema/values";
import { Badge, type BadgeTone } from "~/ui/lists/badge";

const looks: Record<ClientImportState, { label: string; tone: BadgeTone }> = {
  checked: { label: "Not started", tone: "yellow" },
  running: { label: "Running", tone: "blue" },
  done: { label: "Done", tone: "green" },
  undoing: { label: "Being undone", tone: "orange" },
  undone: { label: "Undone", tone: "gray" },
  called_off: { label: "Canceled", tone: "gray" },
};

export const StateBadge = ({ state }: { state: ClientImportState }) => (
  <Badge tone={looks[state].tone}>{looks[state].label}</Badge>
);
