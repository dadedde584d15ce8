import type { Kind } from "./kind";

const known = new Map<string, Kind>();

/** `kinds.server.ts` names all kinds; verbs find them here, so that a kind can call verbs itself. */
export function registerKinds(kinds: readonly Kind[]): void {
  for (const kind of kinds) known.set(kind.kind, kind);
}

export const findKind = (name: string): Kind | undefined => known.get(name);

/** A kind with the fields of one of its things; undefined where it has no such thing. */
export function findContent(name: string, key: string): { kind: Kind; key: string } | undefined {
  const kind = findKind(name);
  if (!kind || (kind.only !== undefined && kind.only !== key)) return undefined;
  return { key, kind: kind.fieldsOf ? { ...kind, fields: kind.fieldsOf(key) } : kind };
}
