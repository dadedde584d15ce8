import { privateLinkMark } from "~/mail/letter";
import type { Links } from "~/mail/template";

const hidden = privateLinkMark;

/** For a mail that is displayed, not sent. */
export const hiddenLinks: Omit<Links, "desk"> = {
  ...{ resume: hidden, notMe: hidden, change: hidden },
  ...{
    stopReminders: hidden,
    confirm: hidden,
    unsubscribe: hidden,
    reset: hidden,
    invite: hidden,
    erase: hidden,
    ownData: hidden,
  },
  ...{ consultationConfirm: hidden, consultation: hidden },
  pay: hidden,
  all: [],
};

/** For a test mail: links for staff open nothing either. */
export const noLinks: Links = { ...hiddenLinks, desk: () => hidden };
