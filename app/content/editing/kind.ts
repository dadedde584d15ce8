import type { Queryable, Transaction } from "~/db/client.server";
import type { Json } from "~/db/schema/content";
import type { AdminRole } from "~/db/schema/values";
import type { ContentField } from "./fields";

/** The content of one thing, field by field; null for a field that is empty. */
export type Content = Record<string, Json>;
/** What is wrong, by the name of the field. */
export type Problems = Record<string, string>;

/** A page that shows something, for its preview. */
type ShownOn = { path: string; name: string };

/** Something that the owner edits: declared once, and everything of the screens follows from it (decision 0028). */
export type Kind = {
  kind: string;
  title: string;
  /** Beneath the title of its screen. */
  about: string;
  may: AdminRole;
  /** Of a kind of which there is one thing: its key. */
  only: string;
  fields: readonly ContentField[];
  /** What is to be known of the fields of a group, by its name. */
  notes?: Readonly<Record<string, string>>;
  /** What is wrong between fields that are right by themselves. */
  check?: (content: Content) => Problems;
  /** What is public now. */
  read: (from: Queryable, key: string) => Promise<Content>;
  /** Writes the fields of `changed` where public pages read them. */
  publish: (tx: Transaction, key: string, content: Content, changed: readonly string[]) => Promise<void>;
  /** The settings that a preview puts in the place of those that are stored. */
  previewed?: (content: Content) => ReadonlyMap<string, Json>;
  pages: readonly ShownOn[];
  /** Further screens with what belongs to it. */
  see?: readonly { kind: string; words: string }[];
};

export const defineKind = (kind: Kind): Kind => kind;

/** Whether two values of a field are the same. */
export const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  canonical(a ?? null) === canonical(b ?? null);

/** JSON with the names of objects in order: PostgreSQL keeps them in another one. */
function canonical(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one: Json) => canonical(one)).join()}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join()}}`;
}

/** The fields in which two contents differ. */
export const differing = ({ fields }: Kind, a: Content, b: Content): ContentField[] =>
  fields.filter(({ name }) => !isSame(a[name], b[name]));
