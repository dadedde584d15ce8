/** A heading of a list: how the list is sorted by it now, and the address of the order that pressing it leads to. */
export type Head<Id extends string> = {
  id: Id;
  label: string;
  sort?: "ascending" | "descending" | "none";
  sortTo?: string;
};

/** The columns that are shown, in their own order; all of them without any. */
export function shownColumns<Id extends string, Column>(columns: Record<Id, Column>, shown: readonly Id[]) {
  const all = Object.entries(columns) as [Id, Column][];
  return shown.length === 0 ? all : all.filter(([id]) => shown.includes(id));
}

export const columnOptions = (columns: Record<string, { title: string }>) =>
  Object.entries(columns).map(([value, { title }]) => ({ value, label: title }));

type Sorting = {
  orders: Record<string, { descending: boolean }>;
  /** The order now. */
  sort: string;
  /** The address of the list in another order. */
  pathOf: (sort: string) => string;
};

/**
 * The headings of the columns that are shown. A column that can be sorted by has two orders, of the first press and of
 * the second; without `sorting` they are only words.
 */
export function headsOf<Id extends string>(
  columns: Record<Id, { title: string; sorts?: readonly [string, string] }>,
  shown: readonly Id[] = [],
  sorting?: Sorting,
): Head<Id>[] {
  return shownColumns(columns, shown).map(([id, { title: label, sorts }]) => {
    if (!sorts || !sorting) return { id, label };
    const { orders, sort: now, pathOf } = sorting;
    const direction = orders[now]?.descending ? "descending" : "ascending";
    const [first, second] = sorts;
    return {
      id,
      label,
      sort: sorts.includes(now) ? direction : "none",
      sortTo: pathOf(now === first ? second : first),
    };
  });
}
