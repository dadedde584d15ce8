import type { StaffContext } from "~/accounts/staff.server";
import type { Done, Refused } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import type { Json } from "~/db/schema/content";
import type { AdminRole } from "~/db/schema/values";
import type { ContentField, StoredFileOption } from "./fields/fields";

/** The content of one thing, field by field; null for a field that is empty. */
export type Content = Record<string, Json>;
/** What is wrong, by the name of the field. */
export type Problems = Record<string, string>;

/** A page that shows something, for its preview. */
export type ShownOn = { path: string; name: string };

/** One of many, as it stands where public pages read it. */
export type Listed = {
  key: string;
  name: string;
  note?: string | undefined;
  isPublic: boolean;
  /** Where it is changed, when that is not here. */
  elsewhere?: string | undefined;
};

/** What is to be answered before something is published. */
export type Question = {
  words: string;
  options: readonly {
    value: string;
    label: string;
    hint?: string;
    /** What this answer changes in the content: it is published as a version of its own. */
    set?: Content;
    /** With this answer nothing is published. */
    stops?: true;
  }[];
  /** The answer that is chosen to begin with. */
  chosen?: string;
};

/** What a kind of many things has beside their fields. */
export type Many = {
  /** What one is called, such as `question`. */
  noun: string;
  /** The words of its empty list, such as `No questions yet. Write the first one.` */
  first: string;
  /** Those that public pages read or once read, in their order. */
  list: (from: Queryable) => Promise<Listed[]>;
  /** What a thing is called. */
  name: (content: Content, key: string) => string;
  /** Whether staff add things, whose keys are uuids made at the first save; otherwise `has` says which there are. */
  canAdd: boolean;
  has?: (from: Queryable, key: string) => Promise<boolean>;
  /** Keys whose address leads elsewhere now, and where: their versions are history alone. */
  moved?: (from: Queryable) => Promise<ReadonlyMap<string, string>>;
  /** The content that one begins with of which nothing is written yet. */
  blank?: (from: Queryable, key: string) => Promise<Content>;
  /** Stores the order of all that are listed. */
  order?: (tx: Transaction, keys: readonly string[]) => Promise<void>;
  /** Takes one from the public; `publish` brings it back. */
  offline?: (tx: Transaction, key: string) => Promise<void>;
  /** Deletes one for good, or says why that can't be. */
  remove?: (tx: Transaction, key: string) => Promise<Done | Refused>;
};

/** What a send to a screen of a kind's own holds. */
export type Given = { key: string; typed: Readonly<Record<string, readonly string[]>>; form: FormData };
/** `said`: words for the screen; with `keeps` what was typed stays in its boxes; `extra` stands for the kind’s own. */
type Acted = Done<{ said: string; keeps?: boolean; extra?: Json }>;
type Act = (by: StaffContext, given: Given) => Promise<Acted | Refused<unknown>>;

/** Something that the owner edits: declared once, and everything of the screens follows from it (decision 0028). */
export type Kind = {
  kind: string;
  title: string;
  /** Beneath the title of its screen. */
  about: string;
  may: AdminRole;
  /** Of a kind of which there is one thing: its key. Otherwise `many`. */
  only?: string;
  many?: Many;
  /** The address of its own screens, in the place of those of `screens`. */
  at?: string;
  fields: readonly ContentField[];
  /** In the place of `fields`, where they depend on the thing. */
  fieldsOf?: (key: string) => readonly ContentField[];
  /** What may be chosen or is suggested in a field, by its name, where that is read from the database. */
  options?: (from: Queryable, key: string) => Promise<Readonly<Record<string, readonly string[]>>>;
  /** The files of a thing that its field of a file offers, newest first. */
  files?: (from: Queryable, key: string) => Promise<readonly StoredFileOption[]>;
  /** Its groups after the first open by a press: it has so many. */
  folded?: true;
  /** Its texts may name facts in braces (`content/facts/texts.ts`): offered beside them, and checked. */
  facts?: true;
  /** What is to be known of the fields of a group, by its name. */
  notes?: Readonly<Record<string, string>>;
  /** What is made of other fields where nothing was typed, such as an address of a title. */
  completed?: (content: Content, from: Queryable, key: string) => Content | Promise<Content>;
  /** What is wrong between fields that are right by themselves. */
  check?: (content: Content) => Problems;
  /** What is wrong beside other things, such as an address that is taken: asked at each save and publication. */
  taken?: (from: Queryable, key: string, content: Content) => Promise<Problems>;
  /** Fields that say who receives something: their change in public asks for a fresh confirmation (F-SAFE-3). */
  recipients?: readonly string[];
  /** What publishing asks for beyond what a draft needs. */
  needs?: (content: Content, from: Queryable, key: string) => Problems | Promise<Problems>;
  /** The question before a publication on that day of Nassau; null where nothing has to be asked. */
  ask?: (content: Content, shown: Content | null, day: string) => Question | null;
  /** What is public now; null for nothing. */
  read: (from: Queryable, key: string) => Promise<Content | null>;
  /** Writes the fields of `changed` where public pages read them; `first`: it never was public before; `by`: whose. */
  publish: (
    tx: Transaction,
    key: string,
    content: Content,
    changed: readonly string[],
    how: { first: boolean; by: string | null },
  ) => Promise<void>;
  /** Stores files that were sent with a form, and says what stands in the boxes for them. Before anything is saved. */
  receive?: (
    by: StaffContext,
    given: Given,
  ) => Promise<Done<{ typed: Record<string, string[]> }> | Refused<{ problems: Problems }>>;
  /** The settings that a preview puts in the place of those that are stored. */
  previewed?: (content: Content) => ReadonlyMap<string, Json>;
  pages: readonly ShownOn[] | ((key: string, content: Content) => readonly ShownOn[]);
  /** Further screens with what belongs to it. */
  see?: readonly { kind: string; words: string }[];
  /** Data of the kind's own part of the screen, which `screens/extras.tsx` names. */
  extra?: (from: Queryable, key: string, content: Content) => Promise<Json>;
  /** Verbs of a kind's own: a button `act.name` of the form calls `name`. */
  acts?: Readonly<Record<string, Act>>;
  /** Those buttons of them that are asked about before they are done, such as `act.back`. */
  asked?: readonly string[];
};

/** A thing that is not there before its first save. */
export const newKey = "new";

export const defineKind = (kind: Kind): Kind => kind;

export const pagesOf = ({ pages }: Kind, key: string, content: Content): readonly ShownOn[] =>
  typeof pages === "function" ? pages(key, content) : pages;

/** Where a thing is edited. */
export const screenOf = ({ kind, only, at = `/admin/content/${kind}` }: Kind, key: string): string =>
  key === only ? at : `${at}/${encodeURIComponent(key)}`;

/** What a thing is called, in words of the screen and of the record. */
export function contentName({ title, many }: Kind, key: string, content: Content): string {
  const name = many?.name(content, key);
  return name ? `${name.slice(0, 150)}${name.length > 150 ? "…" : ""}` : title;
}

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
