import type { Kind } from "./kind";
import { categoriesKind } from "./kinds/countries/categories.server";
import { countriesKind } from "./kinds/countries/countries.server";
import { hoursKind } from "./kinds/hours.server";
import { questionsKind } from "./kinds/questions.server";
import { settingsKind } from "./kinds/settings.server";
import { stepsKind } from "./kinds/steps/steps.server";

/** Everything that the owner edits, in the order of the overview. */
export const kinds: readonly Kind[] = [
  questionsKind,
  settingsKind,
  hoursKind,
  countriesKind,
  categoriesKind,
  stepsKind,
];

export const findKind = (name: string): Kind | undefined => kinds.find(({ kind }) => kind === name);

/** A kind with the fields of one of its things; undefined where it has no such thing. */
export function findThing(name: string, key: string): { kind: Kind; key: string } | undefined {
  const kind = findKind(name);
  if (!kind || (kind.only !== undefined && kind.only !== key)) return undefined;
  return { key, kind: kind.fieldsOf ? { ...kind, fields: kind.fieldsOf(key) } : kind };
}
