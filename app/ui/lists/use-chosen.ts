import { useState } from "react";
import type { Choice } from "~/ui/lists/choose";

/** The selected rows of a page; a row that leaves the page is deselected. */
export function useChosen(rows: readonly { id: string }[], form: string, name: string) {
  const [checkedIds, setCheckedIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(rows.filter(({ id }) => checkedIds.has(id)).map(({ id }) => id));
  const choice: Choice = {
    form,
    name,
    rows: rows.length,
    chosen,
    onChoose(id, on) {
      const others = [...chosen].filter((chosenId) => chosenId !== id);
      setCheckedIds(new Set(on ? [...others, id] : others));
    },
    onAll: (all) => setCheckedIds(new Set(all ? rows.map(({ id }) => id) : [])),
  };
  return { choice, chooseNone: () => setCheckedIds(new Set()) };
}
