import type { Notice } from "~/accounts/flash.server";

/** Messages of what was just done. */
const noticeTexts: Partial<Record<Notice, (number: number) => string>> = {
  "content-saved": (number) => `Version ${number} is saved as a draft. Visitors do not see it yet.`,
  "content-published": (number) => `Version ${number} is public.`,
  "content-scheduled": (number) => `Version ${number} is scheduled.`,
  "content-called-off": (number) => `Version ${number} is no longer scheduled. It’s a draft again.`,
  "content-restored": (number) => `Version ${number} contains the older content. Check it, then publish it.`,
  "content-offline": () => "It is offline. Publish it to bring it back.",
  "content-moved": (number) => `Moved to place ${number}, for visitors too.`,
  "content-ordered": () => "The new order is public.",
  "content-removed": () => "It is deleted.",
};

export const noticeMessage = (notice: Notice | null, counts: readonly number[]): string | null =>
  (notice && noticeTexts[notice]?.(counts[0] ?? 0)) ?? null;
