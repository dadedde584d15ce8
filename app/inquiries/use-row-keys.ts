import { type RefObject, useEffect, useRef } from "react";

/** The row that was opened last in this tab: coming back, the focus stands there again. */
let opened: string | undefined;
export function rememberOpened(id: string): void {
  opened = id;
}

/**
 * Arrow keys lead from row to row of a table: to each row's link marked `data-row`, which Enter opens; from the search
 * box, down leads to the first. A row that leaves the list under the focus hands it to the one in its place.
 */
export function useRowKeys(rows: readonly { id: string }[]): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef(-1);

  useEffect(() => {
    const links = () => [...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const rowOf = (element: EventTarget | null) =>
      element instanceof Element ? links().findIndex((link) => link.closest("tr")?.contains(element)) : -1;

    function move(event: KeyboardEvent) {
      const { key, target } = event;
      if ((key !== "ArrowDown" && key !== "ArrowUp") || event.altKey || event.ctrlKey || event.metaKey) return;
      if (!(target instanceof HTMLElement) || target.closest("select, textarea, dialog, [role=alert]")) return;
      const search = target instanceof HTMLInputElement && target.type === "search";
      const from = rowOf(target);
      if (from < 0 && !(key === "ArrowDown" && (search || target === document.body))) return;
      const next = links()[from + (key === "ArrowDown" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
    function remember(event: FocusEvent) {
      place.current = rowOf(event.target);
    }
    document.addEventListener("keydown", move);
    document.addEventListener("focusin", remember);
    return () => {
      document.removeEventListener("keydown", move);
      document.removeEventListener("focusin", remember);
    };
  }, []);

  useEffect(() => {
    const element = opened ? document.getElementById(`inquiry-${opened}`) : null;
    opened = undefined;
    element?.querySelector<HTMLElement>("[data-row]")?.focus();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what it waits for.
  useEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return;
    const links = [...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    links[Math.min(place.current, links.length - 1)]?.focus();
  }, [rows]);

  return frame;
}
