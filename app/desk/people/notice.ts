import type { Notice } from "~/accounts/flash.server";
import type { NoticeTone } from "~/ui/notices/tone";

const words: Partial<Record<Notice, readonly [NoticeTone, string]>> = {
  "people-joined": ["success", "They are one person now. You can separate them again at any time."],
  "people-separated": ["success", "They are two people again."],
  "people-told-apart": ["success", "Kept as two people. They won’t be suggested again."],
  "record-told-apart": ["success", "It now belongs to its own person. The two won’t be joined automatically again."],
  "person-gone": ["error", "This person no longer exists: their last record was deleted or moved."],
  "client-removed": ["success", "The client was removed with their dates."],
  "export-busy": ["error", "Two exports are running already. Please try again in a minute."],
  "export-failed": ["error", "The file could not be made. Please try again."],
};

/** One-time messages on the screens of people. */
export const noticeOf = (notice: Notice | null): readonly [NoticeTone, string] | null =>
  (notice && words[notice]) ?? null;
