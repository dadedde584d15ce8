import type { ConsultationOutcome, ConsultationState } from "~/db/schema/values";
import { Badge, type BadgeTone } from "~/ui/lists/badge";
import { outcomeLabels, stateLabels } from "./words";

const tones: Record<ConsultationState | ConsultationOutcome, BadgeTone> = {
  ...{ unconfirmed: "yellow", booked: "green", canceled: "gray", took_place: "teal", no_show: "orange" },
};

type StateBadgeProps = { consultation: { state: ConsultationState; outcome: ConsultationOutcome | null } };

export const StateBadge = ({ consultation: { state, outcome } }: StateBadgeProps) => (
  <Badge tone={tones[outcome ?? state]}>{outcome ? outcomeLabels[outcome] : stateLabels[state]}</Badge>
);
