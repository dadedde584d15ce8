import { normalized } from "~/normalized";

/** What stands where a private link would, wherever a mail is shown again (D17). */
export const privateLinkMark = "[private link]";

/** One piece of a mail's body. HTML and plain text are both made from these, so that they agree. */
export type Block =
  | { is: "text"; text: string }
  | { is: "facts"; rows: Fact[] }
  | { is: "status"; status: string }
  | { is: "message"; title: string; text: string }
  | { is: "steps"; title: string; items: string[] }
  | { is: "button"; label: string; href: string }
  /** A link without a button. */
  | { is: "link"; label: string; href: string }
  | { is: "note"; text: string };

/** `record` marks a reference number, set in mono. */
export type Fact = { label: string; value: string; record?: boolean };

export type Letter = {
  /** The line that mail programs show beside the subject. */
  preview: string;
  /** What kind of mail it is, in a word or two above the heading. */
  kind: string;
  heading: string;
  greeting?: string;
  blocks: Block[];
  /** Why the person receives it. */
  reason: string;
  /** The reference number that the machine-readable line repeats. */
  record: string;
};

/** How the sender presents itself, from the site's settings. */
export type Sender = {
  name: string;
  phone: string;
  email: string;
  address: string[];
  /** Within which time it promises an answer, such as `one business day`. */
  response?: string;
};

/** As it is delivered. */
export const responseOf = ({ response }: Sender): string => response ?? "one business day";

/** Two lines like those at the foot of a passport's page, 36 characters each: the sender, and the reference number. */
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

/** "Lucaya Visa & Immigration" is set in two sizes: its first word, and what follows. */
export function nameParts(name: string): { first: string; rest: string } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { first, rest: rest.join(" ") };
}
