import { z } from "zod";
import { clipped } from "~/core/character-count";
import type { StoredData } from "~/db/schema/mail";
import type { CalendarEntry } from "./calendar/calendar-entry";
import { type Block, type Letter, type Part, replyLine, responseOf, type Sender } from "./letter";
import type { MailedLink } from "./links/private-links.server";
import { fillPlaceholders, type Placeholders } from "./texts/placeholders";

/** Made when a mail is sent; `[private link]` wherever else it is shown. */
export type PrivateLink = MailedLink | "all" | PayLink;

/** To another provider's page; `payIfShown`: the mail is sent without it once it has ended. */
type PayLink = "pay" | "payIfShown";

/** `desk` returns the URL of a page without a secret, such as one of the desk, which requires a sign-in. */
export type Links = Record<MailedLink, string> & {
  /** One for each application of the recipient's email, newest first. */
  all: OwnLink[];
  /** Empty without a pay link. */
  pay: string;
  /** Whether a reply to the mail reaches its case or inquiry. */
  canReply?: boolean;
  desk: (path: string) => string;
};

export type OwnLink = { name: string; number: string; service: string; status: string; begun: string; href: string };

type About = "application" | "applications" | "inquiry" | "booking" | "subscription" | "rights" | "client" | "account";

/** With placeholders (`{application number}`). The owner may change them; the field `ifNotYou` is `If not you`. */
export type MailTexts = {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly [name: string]: string;
};
/** The owner's changes to one kind. */
export type ChangedTexts = Readonly<Record<string, string>>;

/** Not editable: buttons, what people wrote, the reason, and the order. */
export type Fixed = Omit<Letter, "preview" | "heading" | "blocks"> &
  Partial<Pick<Letter, "preview" | "heading">> & { blocks: readonly Part[] };

/** `say` returns a text by name. */
export type WriteLetter<Data extends z.ZodType, Link extends PrivateLink, Texts extends MailTexts, Written = Fixed> = (
  data: z.output<Data>,
  links: Pick<Links, Exclude<Link, PayLink> | "desk" | "canReply"> &
    (Link & PayLink extends never ? object : Pick<Links, "pay">),
  say: (name: keyof Texts & string) => string,
) => Written;

/** The definition of one kind of mail. Each kind is a file in `templates/` and an entry in `templates.ts`. */
export type Template<
  Kind extends string,
  Data extends z.ZodType<StoredData>,
  Of extends About,
  To extends "office" | "person",
  Link extends PrivateLink,
  Texts extends MailTexts,
> = {
  kind: Kind;
  /** The schema of its stored data, from which the log shows the mail. */
  data: Data;
  /** Mails about a staff account are not in the staff's log. */
  about: Of;
  /**
   * `office`: the setting `admin_notification_email`, or an admin who is named when the mail is enqueued, as a person
   * always is.
   */
  to: To;
  /** Links of an application require an `applicationId`. */
  links: readonly Link[];
  /**
   * Whether others can cause it by typing the address into a form: an address gets six such mails an hour (V-ATK-20).
   * Mails about progress count until the email is confirmed. Not the office's own notifications, mails sent by staff,
   * or a link requested by the holder of an application with a confirmed email.
   */
  othersCause: boolean;
  /** Mails that give their owner access are delayed last: always, or once the email is confirmed. */
  wayIn?: "always" | "once-confirmed";
  /** Mails of this kind don't repeat earlier ones: the hourly limit must not send only the latest. */
  addsUp?: true;
  texts: Texts;
  /** The placeholders of its texts. */
  chips: (data: z.output<Data>, sender: Sender) => Placeholders;
  /**
   * Whose thread takes a reply where receiving is configured (`reply-address.server.ts`); by default the case's,
   * for a mail about an application to its applicant.
   */
  repliesTo?: "case" | "inquiry" | "office";
  /** By default, or if null, the office. */
  replyTo?: (data: z.output<Data>) => { name: string; address: string } | null;
  letter: WriteLetter<Data, Link, Texts>;
  /** Mail programs show the first as an invitation. */
  calendar?: (data: z.output<Data>) => CalendarEntry[];
  /** Once handed over its row keeps neither address nor text. */
  forgets?: true;
  /** When it is outdated: a mail not sent by then is not sent. */
  notAfter?: (data: z.output<Data>) => Date;
};

/** The data were checked against the kind. */
export type Composed = {
  data: StoredData;
  /** Without the sender's present name; `subjectOf` includes it. */
  subject: string;
  subjectOf: (sender: Sender) => string;
  to: "office" | "person";
  links: readonly PrivateLink[];
  /** Null: the office. */
  replyTo: { name: string; address: string } | null;
  repliesTo: "case" | "inquiry" | "office";
  letter: (links: Links, sender: Sender) => Letter;
  calendar: CalendarEntry[];
  forgets: boolean;
  notAfter: Date | null;
  chips: (sender: Sender) => Placeholders;
};

/** Placeholders of every mail. */
const officePlaceholders = (sender: Sender): Placeholders => ({
  ...{ "our name": sender.name, "our phone": sender.phone, "our email": sender.email },
  "our response time": responseOf(sender),
});
export const emptySender: Sender = { name: "", phone: "", email: "", address: [] };

/** Leaves out what is empty. */
function blocksOf(part: Part): Block[] {
  if (!part) return [];
  if (typeof part === "string") return [{ is: "text", text: part }];
  if (part.is === "note" && part.text === "") return [];
  if (part.is !== "steps") return [part];
  const items = part.items.filter((item) => item.trim() !== "");
  return items.length > 0 ? [{ ...part, items }] : [];
}

/**
 * Adds the name to a subject, because one email has several applications. Not for the office, whose lists have both.
 */
function namedNumber(
  { about, to }: { about: About; to: "office" | "person" },
  data: StoredData,
  placeholders: Placeholders,
): Placeholders {
  const [name, number] = [personName.parse(String(data.name ?? "")), placeholders["application number"]];
  const isRealName = name !== "" && name !== "Applicant" && name !== String(data.email ?? "").split("@")[0];
  return about === "application" && to === "person" && number && isRealName
    ? { "application number": `${number} (${name})` }
    : {};
}

/** Throws a ZodError for data that do not fit. */
export function template<
  const Kind extends string,
  Data extends z.ZodType<StoredData>,
  const Of extends About,
  const To extends "office" | "person",
  const Link extends PrivateLink,
  const Texts extends MailTexts,
>(definition: Template<Kind, Data, Of, To, Link, Texts>) {
  const { about, to }: { about: About; to: "office" | "person" } = definition;
  const compose = (stored: unknown, changed: ChangedTexts = {}): Composed => {
    const data = definition.data.parse(stored);
    const placeholdersOf = (sender: Sender) => ({ ...officePlaceholders(sender), ...definition.chips(data, sender) });
    const saying = (sender: Sender) => {
      const facts = placeholdersOf(sender);
      return (name: keyof Texts & string) =>
        fillPlaceholders(changed[name] ?? definition.texts[name] ?? "", facts).trim();
    };
    const subjectOf = (sender: Sender) => {
      const facts = { ...placeholdersOf(sender), ...namedNumber(definition, data, placeholdersOf(sender)) };
      return fillPlaceholders(changed.subject ?? definition.texts.subject ?? "", facts)
        .trim()
        .replace(/\s+/g, " ");
    };
    return {
      data,
      subject: subjectOf(emptySender),
      ...{ subjectOf, chips: placeholdersOf },
      to: definition.to,
      links: definition.links,
      replyTo: definition.replyTo?.(data) ?? null,
      repliesTo: definition.repliesTo ?? (about === "application" && to === "person" ? "case" : "office"),
      letter: (links, sender) => {
        const say = saying(sender);
        const { blocks, ...fixed } = definition.letter(data, links, say);
        const line = links.canReply ? { replyLine } : {};
        return {
          preview: say("preview"),
          heading: say("heading"),
          ...fixed,
          ...line,
          blocks: blocks.flatMap(blocksOf),
        };
      },
      calendar: definition.calendar?.(data) ?? [],
      forgets: definition.forgets ?? false,
      notAfter: definition.notAfter?.(data) ?? null,
    };
  };
  return { ...definition, compose };
}

/** For a greeting: one line, shortened, without anything that a mail program would turn into a link. */
export const personName = z.string().transform((name) =>
  clipped(
    name
      .replace(/[\p{C}\s]+/gu, " ")
      .replace(/:\/\/|www\./gi, " ")
      .trim(),
    80,
  ),
);

export const applicantName = personName.transform((name) => name || "Applicant");

/** `Visa Application` without a service (W-MAIL-7). */
export const visaType = z
  .string()
  .nullable()
  .transform((type) => type?.trim() || "Visa Application");

/** `for the UK Visitor Visa`; nothing without a service. */
export const forTheService = (name: string | null): string => (name ? `for the ${name}` : "");

/** For other people's text: an invisible character splits what mail programs would turn into a link. */
export const unlinked = (text: string): string =>
  text.replace(/:\/\//g, ":\u200B//").replace(/(?<=[\p{L}\d])\.(?=\p{L}{2})/gu, ".\u200B");

export const instant = z.iso.datetime();
