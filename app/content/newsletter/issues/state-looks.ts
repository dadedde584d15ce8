import type { BadgeTone } from "~/ui/lists/badge";

export const stateLooks = {
  sending: { label: "Being sent", tone: "blue" },
  stopped: { label: "Stopped", tone: "orange" },
  done: { label: "Sent", tone: "green" },
} as const satisfies Record<string, { label: string; tone: BadgeTone }>;
