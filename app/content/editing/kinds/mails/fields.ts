import { mentionsFacts } from "~/content/facts/texts";
import type { Sender } from "~/mail/letter";
import { emptySender, type MailTexts } from "~/mail/template";
import { previewMail } from "~/mail/templates";
import { type Placeholders, unknownPlaceholders } from "~/mail/texts/placeholders";
import { type ContentField, lineField, refused, textField } from "../../fields/fields";

/** The placeholders of a kind of mail, with preview data. */
export const placeholdersOf = (kind: string, sender: Sender = emptySender): Placeholders =>
  previewMail(kind, {})?.chips(sender) ?? {};

/** A mail can't be sent without these. */
export const isNeeded = (name: string): boolean => name === "subject" || name.startsWith("heading");
const isLine = (name: string): boolean => isNeeded(name) || name.startsWith("preview");

/** `ifNotYou` as `If not you`. */
function labelOf(name: string): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^preview/, "preview line");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const lineHelp: Readonly<Record<string, string>> = {
  subject: "Up to 150 characters.",
  preview: "Shown next to the subject in email apps.",
  heading: "Shown above the text.",
};

function fieldOf(name: string, defaultText: string): ContentField {
  const named = { name, label: labelOf(name), group: "Words" };
  if (isLine(name)) return lineField({ ...named, help: lineHelp[name] ?? "", max: name === "subject" ? 150 : 200 });
  return textField({
    ...{ ...named, max: 5000, rows: defaultText.length > 200 ? 5 : 3, instead: "the email is sent without it" },
    help: defaultText.includes("\n") ? "Each line becomes a bullet point." : "",
  });
}

/** Refuses facts that neither the mail nor the site has; the site's are validated as in all texts. */
const knowing = (field: ContentField, placeholders: readonly string[]): ContentField => ({
  ...field,
  ownFacts: placeholders,
  read(rawInputs) {
    const result = field.read(rawInputs);
    const unread = result.ok && typeof result.value === "string" ? unknownPlaceholders(result.value, placeholders) : [];
    const unknown = unread.find((name) => !mentionsFacts(`{${name}}`));
    return unknown === undefined ? result : refused(`This mail does not know “${unknown}”.`);
  },
});

/** The texts of a kind of mail: subject, preview line, heading, and its paragraphs in order. */
export function fieldsOf(kind: string, words: MailTexts): ContentField[] {
  const placeholders = Object.keys(placeholdersOf(kind));
  return Object.entries(words).map(([name, defaultText]) => knowing(fieldOf(name, defaultText), placeholders));
}
