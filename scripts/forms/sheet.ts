/** Only text and blanks: it is printed and filled in by hand. */
export type Sheet = {
  /** In the library; the file is named after it. */
  title: string;
  eyebrow: string;
  lead: string;
  blocks: readonly Block[];
};

export type Item = { title: string; text?: string | undefined };
export type Blank = {
  label: string;
  hint?: string | undefined;
  wide?: boolean | undefined;
  choices?: readonly string[];
};
export type Column = { label: string; share: number };

export type Block =
  | { kind: "heading"; text: string; intro?: string | undefined }
  /** Checkboxes. */
  | { kind: "checks"; items: readonly Item[] }
  /** A line each, two next to each other unless `wide`. */
  | { kind: "blanks"; blanks: readonly Blank[] }
  | { kind: "table"; columns: readonly Column[]; rows: number; numbered?: boolean; last?: readonly string[] }
  /** A letter to copy: replace the text in [brackets]. */
  | { kind: "letter"; paragraphs: readonly string[] }
  | { kind: "notes"; items: readonly string[] }
  | { kind: "signatures"; labels: readonly string[] };

export const heading = (text: string, intro?: string): Block => ({ kind: "heading", text, intro });
export const checks = (...items: (Item | string)[]): Block => ({
  kind: "checks",
  items: items.map((item) => (typeof item === "string" ? { title: item } : item)),
});
export const blanks = (...list: (Blank | string)[]): Block => ({
  kind: "blanks",
  blanks: list.map((blank) => (typeof blank === "string" ? { label: blank } : blank)),
});
export const letter = (...paragraphs: string[]): Block => ({ kind: "letter", paragraphs });
export const notes = (...items: string[]): Block => ({ kind: "notes", items });
export const signatures = (...labels: string[]): Block => ({ kind: "signatures", labels });
export const wide = (label: string, hint?: string): Blank => ({ label, hint, wide: true });

export const fileName = (title: string) =>
  `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.pdf`;
