export function runs<Item>(items: readonly Item[], keyOf: (item: Item) => string): { key: string; items: Item[] }[] {
  const found: { key: string; items: Item[] }[] = [];
  for (const item of items) {
    const last = found.at(-1);
    const key = keyOf(item);
    if (last?.key === key) last.items.push(item);
    else found.push({ key, items: [item] });
  }
  return found;
}
