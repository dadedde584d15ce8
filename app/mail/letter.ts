import { normalized } from "~/normalized";

/** Replaces a private link wherever a mail is displayed. */
export const privateLinkMark = "[private link]";

/** Above it somebody answers a mail of ours: below it is what the answer quotes. */
export const replyLine = "Please write above this line";

/** A part of a mail's body; both HTML and plain text are made from it, so that they agree. */
export type Block =
  | { is: "text"; text: string }
  | { is: "facts"; rows: Fact[] }
  | { is: "status"; status: string }
  | { is: "message"; title: string; text: string }
  | { is: "steps"; title: string; items: string[] }
  | { is: "button"; label: string; href: string }
  /** Without a button. */
  | { is: "link"; label: string; href: string }
  | { is: "note"; text: string };

/** `record`: a reference number, set in mono. */
export type Fact = { label: string; value: string; record?: boolean };

/** As a template writes it: text is a paragraph, and `condition && …` leaves a part out. */
export type Part = Exclude<Block, { is: "text" }> | string | false | null | undefined;

export const facts = (rows: readonly (Fact | "" | false | null | undefined)[]): Part => ({
  is: "facts",
  rows: rows.filter((row) => !!row),
});
export const message = (title: string, text: string): Part => ({ is: "message", title, text });
export const steps = (title: string, items: string[]): Part => ({ is: "steps", title, items });
export const button = (label: string, href: string): Part => ({ is: "button", label, href });
export const link = (label: string, href: string): Part => ({ is: "link", label, href });
export const note = (text: string): Part => ({ is: "note", text });

export type Letter = {
  /** The first line of a mail whose answer reaches a case or inquiry. */
  replyLine?: string;
  /** Shown next to the subject by mail programs. */
  preview: string;
  /** A word or two above the heading. */
  kind: string;
  heading: string;
  greeting?: string;
  blocks: Block[];
  /** Why the person receives it. */
  reason: string;
  /** Repeated by the machine-readable line. */
  record: string;
};

/** From the site's settings. */
export type Sender = {
  name: string;
  phone: string;
  email: string;
  address: string[];
  /** The promised response time, such as `one business day`. */
  response?: string;
};

/** The default. */
export const responseOf = ({ response }: Sender): string => response ?? "one business day";

/** Two lines of 36 characters as at the foot of a passport's page: the sender, and the reference number. */
export function machineLines(sender: Sender, record: string): [string, string] {
  const words = (text: string) =>
    normalized(text, "NFD")
      .replace(/\p{M}/gu, "")
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  const [first = "", ...rest] = words(sender.name);
  const line = (text: string) => text.slice(0, 36).padEnd(36, "<");
  return [line(`V<BHS${first}<<${rest.join("<")}`), line(`${words(record).join("")}<<BHS`)];
}

/** The first word is set larger. */
export function nameParts(name: string): { first: string; rest: string } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { first, rest: rest.join(" ") };
}
