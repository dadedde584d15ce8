import type { BadgeTone } from "~/ui/lists/badge";

export const notAsked = "Not asked";
export const noLongerAsked = "No longer asked";

export const amendmentStates: Record<"accepted" | "waiting", { label: string; tone: BadgeTone }> = {
  accepted: { label: "Corrected", tone: "green" },
  waiting: { label: "Sent, being checked", tone: "blue" },
};
