import type { inquiryStatuses } from "~/db/schema/values";
import { type BadgeTone, badgeTones } from "~/ui/lists/badge";

export type InquiryStatus = (typeof inquiryStatuses)[number];

const looks: Record<InquiryStatus, [label: string, tone: BadgeTone]> = {
  new: ["New", "blue"],
  in_review: ["In Review", "yellow"],
  contacted: ["Contacted", "teal"],
  qualified: ["Qualified", "purple"],
  converted: ["Converted", "green"],
  not_qualified: ["Not Qualified", "gray"],
};

export const inquiryStatusLabel = (status: InquiryStatus): string => looks[status][0];

export const inquiryStatusClass = (status: InquiryStatus): string => badgeTones[looks[status][1]].className;
