import type { Notice } from "~/accounts/flash.server";
import { Banner } from "~/ui/notices/banner";
import type { NoticeTone } from "~/ui/notices/tone";

const notices: Partial<Record<Notice, readonly [tone: NoticeTone, words: string]>> = {
  "inquiry-saved": ["success", "The change is saved."],
  "mail-resent": ["success", "The reply is being sent again."],
  "answer-recorded": ["success", "The answer was added to the conversation."],
  "inquiry-entered": ["success", "Inquiry saved."],
  "inquiry-deleted": ["success", "The inquiry and its documents were deleted."],
  "export-busy": ["warning", "Two exports are running already. Please try again in a minute."],
  "export-failed": ["error", "The inquiries could not be exported. Please try again."],
};

/** The message of the request that redirected here. */
export const noticeText = (notice: Notice | null) => (notice && notices[notice]) ?? null;

export function DeskNotice({ notice }: { notice: Notice | null }) {
  const found = noticeText(notice);
  if (!found) return null;
  const [tone, text] = found;
  return (
    <Banner tone={tone} role="alert" className="mt-4">
      {text}
    </Banner>
  );
}
