import { privateLinkMark } from "~/mail/letter";
import type { Links } from "~/mail/template";

/** The same for every private link of a mail. */
export const everyLink = (href: string): Omit<Links, "desk"> => ({
  resume: href,
  notMe: href,
  change: href,
  stopReminders: href,
  confirm: href,
  unsubscribe: href,
  reset: href,
  invite: href,
  erase: href,
  ownData: href,
  consultationConfirm: href,
  consultation: href,
  pay: href,
  all: [],
});

/** For a mail that is displayed, not sent. */
export const hiddenLinks = everyLink(privateLinkMark);

/** For a test mail: links for staff open nothing either. */
export const noLinks: Links = { ...hiddenLinks, desk: () => privateLinkMark };
