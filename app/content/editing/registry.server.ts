import type { Kind } from "./kind";

const known = new Map<string, Kind>();

/** `kinds.server.ts` imports all kinds. Verbs look them up here, which avoids a cycle where a kind calls verbs. */
export function registerKinds(kinds: readonly Kind[]): void {
  for (const kind of kinds) known.set(kind.kind, kind);
}

export const findKind = (name: string): Kind | undefined => known.get(name);

export function findContent(name: string, key: string): { kind: Kind; key: string } | undefined {
  const kind = findKind(name);
  if (!kind || (kind.only !== undefined && kind.only !== key)) return undefined;
  return { key, kind: kind.fieldsOf ? { ...kind, fields: kind.fieldsOf(key) } : kind };
}
