export const formatBrowserKind = (kind: string) => kind || "Unknown browser";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Example: `2 × Chrome on Android, Safari on iOS, and 3 others`. */
export function formatBrowsers(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds.map(formatBrowserKind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const named = [...counts].slice(0, 4);
  const remaining = kinds.length - named.reduce((sum, [, count]) => sum + count, 0);
  const words = named.map(([kind, count]) => (count > 1 ? `${count} × ${kind}` : kind));
  return list.format(remaining > 0 ? [...words, `${remaining} ${remaining === 1 ? "other" : "others"}`] : words);
}
