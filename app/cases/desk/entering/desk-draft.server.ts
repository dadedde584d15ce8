import { eq } from "drizzle-orm";
import type { Notice } from "~/accounts/flash.server";
import { updatedMessages } from "~/cases/desk/status-updated-messages";
import { db } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { isEntered } from "./enter-step.server";

type Application = typeof visaApplications.$inferSelect;
export type DeskDraft = Awaited<ReturnType<typeof readDeskDraft>>;

/** When the link of a desk draft was sent; for any application also its inquiry. */
export async function readDeskDraft(application: Application) {
  const { inquiryId, linkSentAt, userEmail } = application;
  const [inquiry] = inquiryId
    ? await db
        .select({ id: visaInquiries.id, name: visaInquiries.fullName })
        .from(visaInquiries)
        .where(eq(visaInquiries.id, inquiryId))
    : [];
  return {
    draft: isEntered(application) ? { id: application.id, email: userEmail, linkSentAt } : null,
    inquiry: inquiry ?? null,
  };
}

/** Notice about the action that redirected to the case. */
export function deskNotice(notice: Notice | null, number: string): string | null {
  if (notice === "status-updated" || notice === "status-updated-unmailed") return updatedMessages[notice];
  switch (notice) {
    case "application-made":
      return "The application is made, and the link is on its way to the applicant.";
    case "application-made-before":
      return `There is already an application: ${number}.`;
    case "draft-begun":
      return "Draft created. Fill in what you know, then send the link.";
    case "invitation-sent":
      return "The link is on its way to the applicant.";
    case "step-entered":
      return "Saved. Send the link so the applicant can review and sign.";
    default:
      return null;
  }
}
