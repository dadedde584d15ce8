import { type RefObject, useEffect } from "react";

/** The row that was opened last in this tab, so that coming back to its list stands on it again. */
let opened: string | undefined;

/**
 * Keys of a list: the arrows, Home and End move from row to row, Enter opens (each row's link has `data-row` with its
 * id), Escape leads out of the search and ArrowDown from it into the list. Elsewhere the keys do what they always do.
 */
export function useRowKeys(frame: RefObject<HTMLElement | null>, search = "q"): void {
  useEffect(() => {
    const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];

    const last = rows().find((row) => row.dataset.row === opened);
    if (last && document.activeElement === document.body) last.focus();
    opened = undefined;

    function go(row: HTMLElement | undefined) {
      if (!row) return false;
      row.focus({ preventScroll: true });
      row.closest("tr")?.scrollIntoView({ block: "nearest" });
      return true;
    }

    function press(event: KeyboardEvent) {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!target || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const searching = target instanceof HTMLInputElement && target.name === search;
      const free = target === document.body || target.id === "main" || frame.current?.contains(target);
      if (!searching && !free) return;
      const all = rows();
      const at = all.indexOf(target);
      let moved = false;
      if (event.key === "ArrowDown") moved = go(all[searching ? 0 : at + 1]);
      else if (searching) {
        // The browser's own Escape empties a search; in an empty one it leads out.
        if (event.key === "Escape" && target.value === "" && !go(all[0])) target.blur();
        return;
      } else if (event.key === "ArrowUp") moved = go(all[at < 0 ? 0 : at - 1]);
      else if (event.key === "Home" && at >= 0) moved = go(all[0]);
      else if (event.key === "End" && at >= 0) moved = go(all.at(-1));
      if (moved) event.preventDefault();
    }

    function open(event: MouseEvent) {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
      if (row) opened = row.dataset.row;
    }
    const element = frame.current;
    document.addEventListener("keydown", press);
    element?.addEventListener("click", open);
    return () => {
      document.removeEventListener("keydown", press);
      element?.removeEventListener("click", open);
    };
  }, [frame, search]);
}
