import type { Kind } from "./kind";
import { homeKind } from "./kinds/home.server";
import { hoursKind } from "./kinds/hours.server";
import { pagesKind } from "./kinds/pages/pages.server";
import { questionsKind } from "./kinds/questions.server";
import { settingsKind } from "./kinds/settings.server";

/** Everything that the owner edits, in the order of the overview. */
export const kinds: readonly Kind[] = [questionsKind, homeKind, pagesKind, settingsKind, hoursKind];

export const findKind = (name: string): Kind | undefined => kinds.find(({ kind }) => kind === name);

/** A kind with the fields of one of its things; undefined where it has no such thing. */
export function findThing(name: string, key: string): { kind: Kind; key: string } | undefined {
  const kind = findKind(name);
  if (!kind || (kind.only !== undefined && kind.only !== key)) return undefined;
  return { key, kind: kind.fieldsOf ? { ...kind, fields: kind.fieldsOf(key) } : kind };
}
