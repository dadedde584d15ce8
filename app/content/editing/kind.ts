import type { StaffContext } from "~/accounts/staff.server";
import type { Placeholder } from "~/content/facts/texts";
import type { Done, Refused } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import type { Json } from "~/db/schema/content";
import type { AdminRole } from "~/db/schema/values";
import type { ContentField, Option, StoredFileOption } from "./fields/fields";

export type Content = Record<string, Json>;
export type Problems = Record<string, string>;

type FactGroup = { group: string; chips: readonly Placeholder[] };
export type ShownOn = { path: string; name: string };

/** An item as it currently is on public pages. */
export type Listed = {
  key: string;
  name: string;
  note?: string | undefined;
  /** The heading below which it is listed. */
  group?: string | undefined;
  isPublic: boolean;
  /** Nothing was written yet, so that it doesn't count as published. */
  isEmpty?: boolean;
  /** The screen that edits it, if it isn't this one. */
  elsewhere?: string | undefined;
};

/** A question that must be answered before publication. */
export type Question = {
  text: string;
  options: readonly {
    value: string;
    label: string;
    hint?: string;
    /** Content that this answer changes: it is published as a version of its own. */
    set?: Content;
    /** This answer cancels the publication. */
    stops?: true;
  }[];
  chosen?: string;
};

/** What a kind with many items declares in addition to their fields. */
export type Many = {
  /** The noun for one item, such as `question`. */
  noun: string;
  first: string;
  /** Items that are or were public, in display order. */
  list: (from: Queryable) => Promise<Listed[]>;
  name: (content: Content, key: string) => string;
  /** Returns what names the group of an item that was never public. */
  group?: (from: Queryable) => Promise<(content: Content) => string>;
  /** Whether staff can add items (their key is a uuid, made at the first save); otherwise `has` decides which exist. */
  canAdd: boolean;
  has?: (from: Queryable, key: string) => Promise<boolean>;
  /** Keys that redirect to another one: only their history can be read. */
  moved?: (from: Queryable) => Promise<ReadonlyMap<string, string>>;
  /** The initial content of an item that was never written. */
  blank?: (from: Queryable, key: string) => Promise<Content>;
  /** Stores the order of all listed items. */
  order?: (tx: Transaction, keys: readonly string[]) => Promise<void>;
  /** What taking an item offline means, where that isn't only leaving public pages. */
  whenOffline?: string;
  /** Removes an item from public pages; `publish` brings it back. */
  offline?: (tx: Transaction, key: string) => Promise<void>;
  remove?: (tx: Transaction, key: string) => Promise<Done | Refused>;
};

/** A submission to a kind's own screen. */
export type SubmittedForm = { key: string; typed: Readonly<Record<string, readonly string[]>>; form: FormData };
/** `notice`: message for the screen. `keeps`: the inputs keep what was typed. `extra` replaces the kind's own data. */
type Acted = Done<{ notice: string; keeps?: boolean; extra?: Json }>;
type Act = (by: StaffContext, submitted: SubmittedForm) => Promise<Acted | Refused<unknown>>;

/** A kind of content that the owner edits. Declared once: every screen is derived from it (decision 0028). */
export type Kind = {
  kind: string;
  title: string;
  about: string;
  may: AdminRole;
  /** The key of a kind with a single item. Otherwise `many`. */
  only?: string;
  many?: Many;
  /** The path of its own screens, if it has any. */
  at?: string;
  /** Visitors never see it: what is published is used by the office. */
  forStaff?: true;
  fields: readonly ContentField[];
  /** Replaces `fields` where they depend on the item. */
  fieldsOf?: (key: string) => readonly ContentField[];
  /** Choices or suggestions for fields, by field name, read from the database. */
  options?: (from: Queryable, key: string) => Promise<Readonly<Record<string, readonly (string | Option)[]>>>;
  /** The files that an item's file field offers, newest first. */
  files?: (from: Queryable, key: string) => Promise<readonly StoredFileOption[]>;
  /** All groups but the first are collapsed, because there are many. */
  folded?: true;
  /** Its texts may name facts in braces (`content/facts/texts.ts`): they are listed next to the form, and validated. */
  facts?: true;
  /** Facts of its own instead, with examples; its fields validate them. */
  factList?: { note: string; list: (from: Queryable) => Promise<readonly FactGroup[]> };
  /** A note for each group of fields, by the group's name. */
  notes?: Readonly<Record<string, string>>;
  /** Fills empty fields from others, such as a slug from a title. */
  completed?: (content: Content, from: Queryable, key: string) => Content | Promise<Content>;
  /** Validation across fields. */
  check?: (content: Content) => Problems;
  /** Validation against other items, such as a path in use. Runs at each save and publication. */
  taken?: (from: Queryable, key: string, content: Content) => Promise<Problems>;
  /** Fields that decide who receives messages: publishing a change of them requires reauthentication (F-SAFE-3). */
  recipients?: readonly string[];
  /** What publication requires in addition to what a draft does. */
  needs?: (content: Content, from: Queryable, key: string) => Problems | Promise<Problems>;
  /** The question before a publication on that day (Nassau time); null if there is none. */
  ask?: (content: Content, shown: Content | null, day: string) => Question | null;
  /** What is public now; null if nothing is. */
  read: (from: Queryable, key: string) => Promise<Content | null>;
  /**
   * Writes the fields in `changed` where public pages read them. `first`: it was never public before. `by`: the admin.
   * `number`: the version.
   */
  publish: (
    tx: Transaction,
    key: string,
    content: Content,
    changed: readonly string[],
    how: { first: boolean; by: string | null; number: number },
  ) => Promise<void>;
  /** Stores uploaded files before anything is saved, and returns the values of their inputs. */
  receive?: (
    by: StaffContext,
    submitted: SubmittedForm,
  ) => Promise<Done<{ typed: Record<string, string[]> }> | Refused<{ problems: Problems }>>;
  /** Settings that a preview overrides. */
  previewed?: (content: Content) => ReadonlyMap<string, Json>;
  pages: readonly ShownOn[] | ((key: string, content: Content) => readonly ShownOn[]);
  /** Links to related screens. */
  see?: readonly { kind: string; label: string }[];
  /** Data for the kind's own part of the screen (`screens/extras.tsx`). */
  extra?: (from: Queryable, key: string, content: Content) => Promise<Json>;
  /** The kind's own verbs: button `act.name` calls `name`. */
  acts?: Readonly<Record<string, Act>>;
  /** Buttons of `acts` that need a confirmation, such as `act.back`. */
  asked?: readonly string[];
};

/** The key of an item before its first save. */
export const newKey = "new";

export const defineKind = (kind: Kind): Kind => kind;

export const pagesOf = ({ pages }: Kind, key: string, content: Content): readonly ShownOn[] =>
  typeof pages === "function" ? pages(key, content) : pages;

export const screenOf = ({ kind, only, at = `/admin/content/${kind}` }: Kind, key: string): string =>
  key === only ? at : `${at}/${encodeURIComponent(key)}`;

/** The name of an item on screens and in the record. */
export function contentName({ title, many }: Kind, key: string, content: Content): string {
  const name = many?.name(content, key);
  return name ? `${name.slice(0, 150)}${name.length > 150 ? "…" : ""}` : title;
}

export const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  canonical(a ?? null) === canonical(b ?? null);

/** JSON with sorted keys, because jsonb doesn't preserve their order. */
export function canonical(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element: Json) => canonical(element)).join()}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, propertyValue]) => `${JSON.stringify(name)}:${canonical(propertyValue)}`).join()}}`;
}

export const differing = ({ fields }: Kind, a: Content, b: Content): ContentField[] =>
  fields.filter(({ name }) => !isSame(a[name], b[name]));
