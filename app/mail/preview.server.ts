import { db } from "~/db/client.server";
import type { emailNotifications } from "~/db/schema/mail";
import { privateLinkMark } from "./letter";
import { deskPage } from "./links/make-links.server";
import type { Rendered } from "./render.server";
import { loadSender } from "./sender.server";
import { compose } from "./templates";

/**
 * A mail as it was sent, for the staff's log, with `[private link]` in place of its private link (A-MAILLOG-13). Null
 * for a kind without a template, and for stored data that do not fit it.
 */
export async function renderPreview(
  row: Pick<typeof emailNotifications.$inferSelect, "emailType" | "templateData">,
): Promise<Rendered | null> {
  const composed = readable(row);
  if (!composed) return null;
  const sender = await loadSender(db);
  const { renderLetter } = await import("./render.server");
  const hidden = privateLinkMark;
  const ofApplication = { resume: hidden, notMe: hidden, change: hidden };
  const ofAddress = { confirm: hidden, unsubscribe: hidden, reset: hidden, erase: hidden, ownData: hidden };
  const links = { ...ofApplication, ...ofAddress, all: [], desk: deskPage };
  return renderLetter(composed.letter(links, sender), sender);
}

function readable({ emailType, templateData }: Parameters<typeof renderPreview>[0]) {
  try {
    return compose(emailType, templateData);
  } catch {
    return null;
  }
}
