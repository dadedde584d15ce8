import { db } from "~/db/client.server";
import type { Json } from "~/db/schema/content";
import { kindLabel } from "~/mail/mail-status";
import { previewed } from "~/mail/preview.server";
import { loadSender } from "~/mail/sender.server";
import { type DeclaredMail, declaredMails, previewMail } from "~/mail/templates";
import { interpolateMailText } from "~/mail/texts/facts.server";
import { allPublishedTexts, publishedTexts, publishTexts } from "~/mail/texts/published.server";
import { type Content, defineKind, type Kind, type Problems } from "../../kind";
import { textIn } from "../rows.server";
import { fieldsOf, isNeeded, placeholdersOf } from "./fields";
import { resetToDefault } from "./reset-to-default.server";
import { lookAt, sendTest } from "./send-test.server";

const declared = new Map<string, DeclaredMail>(declaredMails.map((mail) => [mail.kind, mail]));
const wordsOf = (key: string) => declared.get(key)?.texts ?? { subject: "", preview: "", heading: "" };

/** Overridden texts as form content; empty ones become null. */
const inForm = (texts: Readonly<Record<string, string>>): Content =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || null]));

/** Form content as overrides; a field that a later release added keeps its default. */
function changedIn(key: string, content: Content): Record<string, string> {
  const words = Object.entries(wordsOf(key)).flatMap(([name, defaultText]) => {
    const text = content[name] === undefined ? defaultText : textIn(content[name]);
    return text === defaultText ? [] : [[name, text] as const];
  });
  return Object.fromEntries(words);
}

const recipientLabel = ({ to, about, kind }: DeclaredMail): string => {
  if (to === "office") return "our office";
  if (kind === "many_reveals") return "super admins";
  if (kind === "notification_address_changed") return "super admins and the former address";
  if (about === "account") return "staff";
  if (about === "inquiry") return "the person who asked";
  if (about === "subscription") return "the reader";
  if (about === "client") return "the client";
  return about === "rights" ? "the person who asked about their data" : "the applicant";
};

const check = (content: Content): Problems =>
  Object.fromEntries(
    Object.keys(content).flatMap((name) =>
      isNeeded(name) && !content[name]
        ? [[name, name === "subject" ? "Write the subject: 1 to 150 characters in one line." : "Write the heading."]]
        : [],
    ),
  );

/** The mail with these texts, preview data and `[private link]`, in light and dark mode. */
async function extra(key: string, content: Content, isTyped = false): Promise<Json> {
  const sender = await loadSender(db);
  const words = { ...wordsOf(key), ...changedIn(key, content) };
  const mail = previewMail(key, await interpolateMailText(db, key, words));
  if (!mail) return null;
  const { subject, light, dark, text } = await previewed(mail, sender);
  const chips = Object.entries(placeholdersOf(key, sender)).map(([name, example]) => ({ name, example }));
  const isDelivered = Object.keys(changedIn(key, content)).length === 0;
  return { subject, light, dark, text, chips, isDelivered, isTyped };
}

export const mailsKind: Kind = defineKind({
  may: "super_admin",
  ...{ kind: "mails", title: "Email texts", fields: [], fieldsOf: (key) => fieldsOf(key, wordsOf(key)), check },
  facts: true,
  about:
    "The wording of every kind of email. You can’t change buttons, links, the footer, or what people wrote themselves.",
  pages: [],
  many: {
    ...{ noun: "mail", first: "There are no emails.", canAdd: false },
    has: async (_from, key) => declared.has(key),
    name: (_content, key) => kindLabel(key),
    async list(from) {
      const changed = await allPublishedTexts(from);
      return declaredMails.map((mail) => {
        const { kind, texts } = mail;
        const { subject = texts.subject } = changed.get(kind) ?? {};
        const state = changed.has(kind) ? "Words changed" : "As delivered";
        return {
          key: kind,
          name: kindLabel(kind),
          note: `${subject} · To ${recipientLabel(mail)} · ${state}`,
          isPublic: true,
        };
      });
    },
  },
  read: async (from, key) =>
    declared.has(key) ? inForm({ ...wordsOf(key), ...(await publishedTexts(from, key)) }) : null,
  publish: (tx, key, content) => publishTexts(tx, key, changedIn(key, content)),
  extra: (_from, key, content) => extra(key, content),
  acts: {
    look: (by, { key, typed }) =>
      lookAt(by, { kind: ofKey(key), key, typed, delivered: wordsOf(key) }, (texts) => extra(key, texts, true)),
    test: (by, { key, typed }) => sendTest(by, { kind: ofKey(key), key, typed, delivered: wordsOf(key) }),
    delivered: (by, { key }) => resetToDefault(by, { kind: ofKey(key), key }, inForm(wordsOf(key))),
  },
});

const ofKey = (key: string): Kind => ({ ...mailsKind, fields: fieldsOf(key, wordsOf(key)) });
