import { z } from "zod";
import type { Letter, Sender } from "./letter";

/** The private links that a mail may carry: made when it is sent, and `[private link]` wherever else it is shown. */
export type PrivateLink = "resume" | "notMe" | "confirm" | "unsubscribe" | "reset";

/** `desk` makes the address of a page of the desk, which needs a sign-in. */
export type Links = Record<PrivateLink, string> & { desk: (path: string) => string };

/** The only data that a mail's words are made from: stored with the mail, they never hold a secret. */
export type StoredData = Record<string, string | number | null>;

type About = "application" | "inquiry" | "subscription" | "account";

/** All that there is to know of one kind of mail. Each kind is a file in `templates/` and a line in `templates.ts`. */
export type Template<
  Kind extends string,
  Data extends z.ZodType<StoredData>,
  Of extends About,
  To extends "office" | "person",
  Link extends PrivateLink,
> = {
  kind: Kind;
  /** What its words are made from, as it is stored, so that the staff's log can show the mail again. */
  data: Data;
  /** What it is about. What is about an account of the staff is not in their log (D17). */
  about: Of;
  /** `office` is the setting `admin_notification_email`; a person is named by whoever enqueues the mail. */
  to: To;
  /** Its private links; those of an application need the mail to name one. */
  links: readonly Link[];
  /**
   * Whether somebody else than its recipient can cause it: who knows an address has mails sent to it by typing it into
   * a form. Of these together an address gets six an hour (V-ATK-20). The others are those of an application's own
   * course, which staff or its holder move, and the office's own notifications. Mails that staff send, or send again,
   * are never counted, nor is a link that the holder of an application with a confirmed email asks for.
   */
  othersCause: boolean;
  /**
   * What lets its owner in goes before other mails that wait for their hour: always, or once the email is confirmed.
   */
  wayIn?: "always" | "once-confirmed";
  subject: (data: z.output<Data>) => string;
  /** Who gets what is answered; the house without it. */
  replyTo?: (data: z.output<Data>) => { name: string; address: string };
  letter: (data: z.output<Data>, links: Pick<Links, Link | "desk">, sender: Sender) => Letter;
};

/** A mail ready to be worded: its kind and its data are known to belong together. */
export type Composed = {
  data: StoredData;
  subject: string;
  to: "office" | "person";
  links: readonly PrivateLink[];
  /** Who gets what is answered, when it is not the house. */
  replyTo: { name: string; address: string } | null;
  letter: (links: Links, sender: Sender) => Letter;
};

/** `compose` throws a ZodError for data that do not fit. */
export function template<
  const Kind extends string,
  Data extends z.ZodType<StoredData>,
  const Of extends About,
  const To extends "office" | "person",
  const Link extends PrivateLink,
>(given: Template<Kind, Data, Of, To, Link>) {
  const compose = (stored: unknown): Composed => {
    const data = given.data.parse(stored);
    return {
      data,
      subject: given.subject(data),
      to: given.to,
      links: given.links,
      replyTo: given.replyTo?.(data) ?? null,
      letter: (links, sender) => given.letter(data, links, sender),
    };
  };
  return { ...given, compose };
}

/** A name as a greeting: one line, no longer than a name, with nothing in it that a mail program makes a link of. */
export const personName = z.string().transform((name) =>
  name
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/:\/\/|www\./gi, " ")
    .trim()
    .slice(0, 80),
);

/** The same for a person who has given no name yet (W-MAIL-6). */
export const applicantName = personName.transform((name) => name || "Applicant");

/** The service's visa type, or `Visa Application` when there is none (W-MAIL-7). */
export const visaType = z
  .string()
  .nullable()
  .transform((type) => type?.trim() || "Visa Application");

/** A stranger's words, made unlinkable for mail programs: an invisible character splits what looks like an address. */
export const unlinked = (text: string): string =>
  text.replace(/:\/\//g, ":\u200B//").replace(/(?<=[\p{L}\d])\.(?=\p{L}{2})/gu, ".\u200B");

export const instant = z.iso.datetime();
