import { privateLinkMark } from "~/mail/letter";
import type { Links } from "~/mail/template";

const hidden = privateLinkMark;

/** `[private link]` for every private link, for a mail that is shown and not sent. */
export const hiddenLinks: Omit<Links, "desk"> = {
  ...{ resume: hidden, notMe: hidden, change: hidden },
  ...{ confirm: hidden, unsubscribe: hidden, reset: hidden, erase: hidden, ownData: hidden },
  all: [],
};

/** The same for a mail to try out: its buttons for staff open nothing either (O-MAIL-5). */
export const noLinks: Links = { ...hiddenLinks, desk: () => hidden };
