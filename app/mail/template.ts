import { z } from "zod";
import { clipped } from "~/core/character-count";
import type { StoredData } from "~/db/schema/mail";
import type { CalendarEntry } from "./calendar/calendar-entry";
import { type Block, type Letter, responseOf, type Sender } from "./letter";
import type { MailedLink } from "./links/private-links.server";
import { fillPlaceholders, type Placeholders } from "./texts/placeholders";

/** The private links that a mail may carry: made when it is sent, and `[private link]` wherever else it is shown. */
export type PrivateLink = MailedLink | "all";

/** `desk` makes the address of a page without a secret, such as one of the desk, which needs a sign-in. */
export type Links = Record<MailedLink, string> & {
  /** One for each application that is written about to the recipient's address, newest first (C-MINE-3). */
  all: OwnLink[];
  desk: (path: string) => string;
};

export type OwnLink = { name: string; number: string; service: string; status: string; begun: string; href: string };

type About = "application" | "applications" | "inquiry" | "subscription" | "rights" | "account";

/**
 * The words of a kind as they are delivered, with facts as chips (`{application number}`). The owner may change them
 * (O-MAIL-1); their names are those of the fields: `ifNotYou` is `If not you`.
 */
export type Words = {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly [name: string]: string;
};
/** The words that the owner has changed, of one kind. */
export type ChangedWords = Readonly<Record<string, string>>;

/** What the words leave to the code: buttons, what people wrote, the reason, and where each of the words stands. */
type Fixed = Omit<Letter, "preview" | "heading"> & Partial<Pick<Letter, "preview" | "heading">>;

/** The definition of one kind of mail. Each kind is a file in `templates/` and a line in `templates.ts`. */
export type Template<
  Kind extends string,
  Data extends z.ZodType<StoredData>,
  Of extends About,
  To extends "office" | "person",
  Link extends PrivateLink,
  Said extends Words,
> = {
  kind: Kind;
  /** The schema of its stored data, from which the staff's log can show the mail again. */
  data: Data;
  /** What it is about. Mails about a staff account are not in the staff's log (D17). */
  about: Of;
  /** `office` is the setting `admin_notification_email`; a person is named by whoever enqueues the mail. */
  to: To;
  /** Its private links; those of an application need the mail to name one. */
  links: readonly Link[];
  /**
   * Whether others than its recipient can cause it, by typing the address into a form. An address gets six of all such
   * mails an hour (V-ATK-20). The office's own notifications are not of these. Mails about an application's progress
   * count until its email is confirmed (`enqueueMail` is told). Mails that staff send, or send again, are never
   * counted, nor is a link that the holder of an application with a confirmed email requests.
   */
  othersCause: boolean;
  /**
   * Mails that let their owner in go before others that the hourly limit delays: always, or once the email is
   * confirmed.
   */
  wayIn?: "always" | "once-confirmed";
  /** Each says what no later one says: one that the hourly limit delays is not replaced by the next of its kind. */
  addsUp?: true;
  words: Said;
  /** The facts that its words may name; all of them in every mail of the kind. */
  chips: (data: z.output<Data>, sender: Sender) => Placeholders;
  /** Reply-To; the office without it, or where it is null. */
  replyTo?: (data: z.output<Data>) => { name: string; address: string } | null;
  /** `say` gives words by their name; a paragraph without any is left out. */
  letter: (
    data: z.output<Data>,
    links: Pick<Links, Link | "desk">,
    say: (name: keyof Said & string) => string,
  ) => Fixed;
  /** Its calendar files, the first of which mail programs show as an invitation (C-APPT-4). */
  calendar?: (data: z.output<Data>) => CalendarEntry[];
  /** Once it was handed over its row keeps neither address nor text (V-ERASE-9). */
  forgets?: true;
  /** When it says nothing true any more: a mail that could not be sent before is not sent. */
  notAfter?: (data: z.output<Data>) => Date;
};

/** A mail ready to be rendered: its data were checked against its kind. */
export type Composed = {
  data: StoredData;
  /** Without what its sender is called now; `subjectOf` has that as well. */
  subject: string;
  subjectOf: (sender: Sender) => string;
  to: "office" | "person";
  links: readonly PrivateLink[];
  /** Reply-To, when it is not the office. */
  replyTo: { name: string; address: string } | null;
  letter: (links: Links, sender: Sender) => Letter;
  calendar: CalendarEntry[];
  forgets: boolean;
  notAfter: Date | null;
  /** The facts of this mail, by the names of their chips. */
  chips: (sender: Sender) => Placeholders;
};

/** What the words of every mail may name of the office. */
const officeChips = (sender: Sender): Placeholders => ({
  ...{ "our name": sender.name, "our phone": sender.phone, "our email": sender.email },
  "our response time": responseOf(sender),
});
export const nobody: Sender = { name: "", phone: "", email: "", address: [] };

const isSaid = (block: Block): boolean => (block.is !== "text" && block.is !== "note") || block.text !== "";
const filled = (block: Block): Block[] => {
  if (block.is !== "steps") return isSaid(block) ? [block] : [];
  const items = block.items.filter((item) => item.trim() !== "");
  return items.length > 0 ? [{ ...block, items }] : [];
};

/**
 * In a subject an application's number is followed by the name of its applicant, where that was typed: one address has
 * several applications (F-APPL-9). Not for the office, whose lists have both.
 */
function namedNumber(
  { about, to }: { about: About; to: "office" | "person" },
  data: StoredData,
  chips: Placeholders,
): Placeholders {
  const [name, number] = [personName.parse(String(data.name ?? "")), chips["application number"]];
  const isTyped = name !== "" && name !== "Applicant" && name !== String(data.email ?? "").split("@")[0];
  return about === "application" && to === "person" && number && isTyped
    ? { "application number": `${number} (${name})` }
    : {};
}

/** `compose` throws a ZodError for data that do not fit. */
export function template<
  const Kind extends string,
  Data extends z.ZodType<StoredData>,
  const Of extends About,
  const To extends "office" | "person",
  const Link extends PrivateLink,
  const Said extends Words,
>(given: Template<Kind, Data, Of, To, Link, Said>) {
  const compose = (stored: unknown, changed: ChangedWords = {}): Composed => {
    const data = given.data.parse(stored);
    const chips = (sender: Sender) => ({ ...officeChips(sender), ...given.chips(data, sender) });
    const saying = (sender: Sender) => {
      const facts = chips(sender);
      return (name: keyof Said & string) => fillPlaceholders(changed[name] ?? given.words[name] ?? "", facts).trim();
    };
    const subjectOf = (sender: Sender) => {
      const facts = { ...chips(sender), ...namedNumber(given, data, chips(sender)) };
      return fillPlaceholders(changed.subject ?? given.words.subject ?? "", facts)
        .trim()
        .replace(/\s+/g, " ");
    };
    return {
      data,
      subject: subjectOf(nobody),
      ...{ subjectOf, chips },
      to: given.to,
      links: given.links,
      replyTo: given.replyTo?.(data) ?? null,
      letter: (links, sender) => {
        const say = saying(sender);
        const { blocks, ...fixed } = given.letter(data, links, say);
        return { preview: say("preview"), heading: say("heading"), ...fixed, blocks: blocks.flatMap(filled) };
      },
      calendar: given.calendar?.(data) ?? [],
      forgets: given.forgets ?? false,
      notAfter: given.notAfter?.(data) ?? null,
    };
  };
  return { ...given, compose };
}

/** A name for a greeting: one line, shortened, without anything that a mail program would turn into a link. */
export const personName = z.string().transform((name) =>
  clipped(
    name
      .replace(/[\p{C}\s]+/gu, " ")
      .replace(/:\/\/|www\./gi, " ")
      .trim(),
    80,
  ),
);

/** The same for a person who has given no name yet (W-MAIL-6). */
export const applicantName = personName.transform((name) => name || "Applicant");

/** The service's visa type, or `Visa Application` when there is none (W-MAIL-7). */
export const visaType = z
  .string()
  .nullable()
  .transform((type) => type?.trim() || "Visa Application");

/** `for the UK Visitor Visa`; nothing without a service. */
export const forTheService = (name: string | null): string => (name ? `for the ${name}` : "");

/** A stranger's text for a mail: an invisible character splits what mail programs would turn into a link. */
export const unlinked = (text: string): string =>
  text.replace(/:\/\//g, ":\u200B//").replace(/(?<=[\p{L}\d])\.(?=\p{L}{2})/gu, ".\u200B");

export const instant = z.iso.datetime();
