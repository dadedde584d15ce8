import { z } from "zod";
import type { MailKind } from "~/db/schema/values";
import type { Letter, Sender } from "./letter";

/** Links of a mail: all but the desk's are private, and `[private link]` wherever the mail is not being sent. */
export type Links = {
  resume: string;
  /** Where the owner of the address says that they did not begin the application (V-ATK-14). */
  notMe: string;
  confirm: string;
  unsubscribe: string;
  reset: string;
  desk: (path: string) => string;
};

/**
 * One kind of mail. `data` is what is stored with the mail and what its words are made from, so that the staff's log
 * can show it again; it never holds a secret.
 */
export type Template<Kind extends MailKind, Data extends z.ZodType> = {
  kind: Kind;
  data: Data;
  /** Whether the worker makes a resume link for it, for which the mail needs its application. */
  resumes: boolean;
  subject: (data: z.output<Data>) => string;
  /** Who gets what is answered; the house without it. */
  replyTo?: (data: z.output<Data>) => { name: string; address: string };
  letter: (data: z.output<Data>, links: Links, sender: Sender) => Letter;
};

/** The type of a template is kept as narrow as it was written; `template` only checks it. */
export function template<const Kind extends MailKind, Data extends z.ZodType>(
  given: Template<Kind, Data>,
): Template<Kind, Data> {
  return given;
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

/** A day as it was in Nassau, written as on the pages: `November 21, 2026` (decision 12). */
export function nassauDay(iso: string): string {
  return format(iso, { day: "numeric", month: "long", year: "numeric" });
}

/** A moment in Nassau, such as `November 21, 2026, 09:30 (Nassau)`. */
export function nassauMoment(iso: string): string {
  return `${nassauDay(iso)}, ${nassauTimeOf(iso)} (Nassau)`;
}

/** The time of day in Nassau, such as `09:30`. */
export function nassauTimeOf(iso: string): string {
  return format(iso, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function format(iso: string, parts: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat("en-US", { timeZone: "America/Nassau", ...parts }).format(new Date(iso));
}
