import { useState } from "react";
import type { Choice } from "~/ui/lists/choose";

/** The selected rows of a page; a row that leaves the page is deselected. */
export function useChosen(rows: readonly { id: string }[], form: string, name: string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(rows.filter(({ id }) => ticked.has(id)).map(({ id }) => id));
  const choice: Choice = {
    form,
    name,
    rows: rows.length,
    chosen,
    onChoose(id, on) {
      const others = [...chosen].filter((one) => one !== id);
      setTicked(new Set(on ? [...others, id] : others));
    },
    onAll: (all) => setTicked(new Set(all ? rows.map(({ id }) => id) : [])),
  };
  return { choice, chooseNone: () => setTicked(new Set()) };
}
