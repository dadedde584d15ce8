import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** The row that was opened last in this tab, so that coming back to its list stands on it again. */
let opened: string | undefined;

const linksIn = (frame: RefObject<HTMLElement | null>) => [
  ...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []),
];

/**
 * Keys of a list: the arrows, Home and End move from row to row, Enter opens (each row's link has `data-row` with its
 * id), Escape leads out of the search and ArrowDown from it into the list. Elsewhere the keys do what they always do. A
 * row that leaves the list under the focus hands it to the one in its place.
 */
export function useRowKeys(frame: RefObject<HTMLElement | null>, rows: readonly { id: string }[]): void {
  const place = useRef(-1);

  // After the page was scrolled to where it was.
  useEffect(() => {
    const last = linksIn(frame).find((link) => link.dataset.row === opened);
    if (last && document.activeElement === document.body) last.focus();
    opened = undefined;
  }, [frame]);

  // A layout effect, so that the keys work as soon as the list is visible.
  useLayoutEffect(() => {
    const links = () => linksIn(frame);
    const rowOf = (element: Element) => links().findIndex((link) => link.closest("tr")?.contains(element));

    function go(link: HTMLElement | undefined) {
      if (!link) return false;
      link.focus({ preventScroll: true });
      link.closest("tr")?.scrollIntoView({ block: "nearest" });
      return true;
    }

    function press(event: KeyboardEvent) {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!target || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const searching = target instanceof HTMLInputElement && target.type === "search";
      const free = target === document.body || target.id === "main" || frame.current?.contains(target);
      if (!searching && (!free || target.closest("select, textarea"))) return;
      const all = links();
      const at = rowOf(target);
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

    function remember({ target }: FocusEvent) {
      place.current = target instanceof Element ? rowOf(target) : -1;
    }
    function open({ target }: MouseEvent) {
      const link = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
      if (link) opened = link.dataset.row;
    }
    const element = frame.current;
    document.addEventListener("keydown", press);
    document.addEventListener("focusin", remember);
    element?.addEventListener("click", open);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("focusin", remember);
      element?.removeEventListener("click", open);
    };
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `rows` is only what it runs for.
  useEffect(() => {
    if (place.current < 0 || document.activeElement !== document.body) return;
    const links = linksIn(frame);
    links[Math.min(place.current, links.length - 1)]?.focus();
  }, [rows]);
}
