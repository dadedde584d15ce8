/** A column heading: how the list is sorted by it now, and the link that sorts by it. */
export type Head<Id extends string> = {
  id: Id;
  label: string;
  sort?: "ascending" | "descending" | "none";
  sortTo?: string;
};

export function shownColumns<Id extends string, Column>(columns: Record<Id, Column>, shown: readonly Id[]) {
  const all = Object.entries(columns) as [Id, Column][];
  return shown.length === 0 ? all : all.filter(([id]) => shown.includes(id));
}

export const columnOptions = (columns: Record<string, { title: string }>) =>
  Object.entries(columns).map(([value, { title }]) => ({ value, label: title }));

type Sorting = {
  orders: Record<string, { descending: boolean }>;
  sort: string;
  pathOf: (sort: string) => string;
};

/**
 * Returns the headings of the shown columns. A sortable one has an order for the first click, and one for the second or
 * the list's own order.
 */
export function headsOf<Id extends string>(
  columns: Record<Id, { title: string; sorts?: readonly [string, string?] }>,
  shown: readonly Id[] = [],
  sorting?: Sorting,
): Head<Id>[] {
  return shownColumns(columns, shown).map(([id, { title: label, sorts }]) => {
    if (!sorts || !sorting) return { id, label };
    const { orders, sort: now, pathOf } = sorting;
    const direction = orders[now]?.descending ? "descending" : "ascending";
    const [first, second = ""] = sorts;
    return {
      id,
      label,
      sort: sorts.includes(now) ? direction : "none",
      sortTo: pathOf(now === first ? second : first),
    };
  });
}
