import { db } from "~/db/client.server";
import type { emailNotifications } from "~/db/schema/mail";
import type { Sender } from "./letter";
import { deskPage } from "./links/make-links.server";
import type { Rendered } from "./render.server";
import { isReceiving } from "./reply-address.server";
import { loadSender } from "./sender.server";
import type { ChangedTexts, Composed } from "./template";
import { compose } from "./templates";
import { currentMailText } from "./texts/facts.server";
import { hiddenLinks } from "./texts/hidden-links";

type Row = typeof emailNotifications.$inferSelect;
type Preview = Rendered & { subject: string };

/** With `[private link]` for links. Null for an unknown kind, and for stored data that do not fit. */
export async function renderPreview(
  row: Pick<Row, "emailType" | "templateData"> & Partial<Pick<Row, "words" | "attempts">>,
): Promise<Preview | null> {
  // With the texts of the last try; before any, with the present ones.
  const texts = row.attempts ? (row.words ?? {}) : await currentMailText(db, row.emailType);
  const composed = readable(row, texts);
  return composed && rendered(composed, await loadSender(db));
}

/** Preview data in light and dark mode, whatever the reader's device prefers. */
export async function previewed(mail: Composed, sender: Sender) {
  const { subject, text, html } = await rendered(mail, sender);
  const dark = "@media (prefers-color-scheme: dark)";
  return { subject, text, light: html.replace(dark, "@media not all"), dark: html.replace(dark, "@media all") };
}

async function rendered(composed: Composed, sender: Sender): Promise<Preview> {
  const { renderLetter } = await import("./render.server");
  const canReply = isReceiving() && composed.repliesTo !== "office";
  const links = { ...hiddenLinks, canReply, desk: deskPage };
  return { subject: composed.subjectOf(sender), ...(await renderLetter(composed.letter(links, sender), sender)) };
}

function readable({ emailType, templateData }: Pick<Row, "emailType" | "templateData">, texts: ChangedTexts) {
  try {
    return compose(emailType, templateData, texts);
  } catch {
    return null;
  }
}
