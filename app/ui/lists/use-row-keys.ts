import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Key, useKeys } from "~/ui/keys/keys";
import { controls, findControl, openControl } from "~/ui/keys/open-control";

/** The last opened row of this tab, focused again on return to its list. */
let opened: string | undefined;

const allLinksIn = (frame: RefObject<HTMLElement | null>) => [
  ...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []),
];
/** Without those in closed `details`, which can't have the focus. */
const linksIn = (frame: RefObject<HTMLElement | null>) => allLinksIn(frame).filter((link) => link.checkVisibility());
const rowOf = (element: Element | undefined) => element?.closest("tr, li, summary") ?? null;
const isSearch = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === "search";

/**
 * Keys of a list, whose rows each have a link with `data-row` and their id: from row to row, in and out of the search,
 * and to a row's actions. Elsewhere the arrows keep their meaning. If the focused row leaves the list, the focus moves
 * to the one in its place.
 */
export function useRowKeys(frame: RefObject<HTMLElement | null>, rows: readonly { id: string }[]): void {
  const position = useRef(-1);
  useKeys("In the list", keysOf(frame));

  // After the scroll position was restored.
  useEffect(() => {
    const last = allLinksIn(frame).find((link) => link.dataset.row === opened);
    if (last && document.activeElement === document.body) {
      last.closest("details:not([open])")?.setAttribute("open", "");
      last.focus();
    }
    opened = undefined;
  }, [frame]);

  useLayoutEffect(() => {
    const element = frame.current;
    function remember({ target }: FocusEvent) {
      position.current = target instanceof Element ? indexIn(linksIn(frame), target) : -1;
    }
    function open({ target }: MouseEvent) {
      const link = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
      if (link) opened = link.dataset.row;
    }
    document.addEventListener("focusin", remember);
    element?.addEventListener("click", open);
    return () => {
      document.removeEventListener("focusin", remember);
      element?.removeEventListener("click", open);
    };
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `rows` is only what it runs for.
  useEffect(() => {
    if (position.current < 0 || document.activeElement !== document.body) return;
    const links = linksIn(frame);
    links[Math.min(position.current, links.length - 1)]?.focus();
  }, [rows]);
}

/** The index of the row that contains an element; -1 for none. */
const indexIn = (links: readonly HTMLElement[], element: Element) =>
  links.findIndex((link) => rowOf(link)?.contains(element));

function go(link: HTMLElement | undefined): boolean {
  if (!link) return false;
  link.focus({ preventScroll: true });
  rowOf(link)?.scrollIntoView({ block: "nearest" });
  return true;
}

function keysOf(frame: RefObject<HTMLElement | null>): readonly Key[] {
  const any = (marked: string) => () => linksIn(frame).some((link) => findControl(rowOf(link), marked) !== undefined);
  const hasRows = () => linksIn(frame).length > 0;
  const present = () => {
    const links = linksIn(frame);
    const link = document.activeElement ? links[indexIn(links, document.activeElement)] : undefined;
    return rowOf(link);
  };
  const choice = "input[type=checkbox]:not([data-tick])";

  /** Moves to the row that `to` returns: by letters anywhere, by arrows where they don't scroll. */
  const moving = (to: (position: number, last: number) => number | null) => (event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const links = linksIn(frame);
    if (!target) return false;
    if (isSearch(target)) return event.key === "ArrowDown" && go(links[0]);
    const free = target === document.body || target.id === "main" || frame.current?.contains(target);
    if (event.key.length > 1 && (!free || target.closest("select, textarea"))) return false;
    const index = to(indexIn(links, target), links.length - 1);
    return index !== null && go(links[index]);
  };

  return [
    { keys: ["j", "ArrowDown"], does: "Go to the next row", can: hasRows, run: moving((index) => index + 1) },
    {
      keys: ["k", "ArrowUp"],
      does: "Go to the previous row",
      can: hasRows,
      run: moving((index) => Math.max(index - 1, 0)),
    },
    { keys: ["Home"], does: "Go to the first row", can: hasRows, run: moving((index) => (index < 0 ? null : 0)) },
    {
      keys: ["End"],
      does: "Go to the last row",
      can: hasRows,
      run: moving((index, last) => (index < 0 ? null : last)),
    },
    { keys: ["Enter"], does: "Open the row", can: hasRows },
    {
      keys: ["x"],
      does: "Select or deselect the row",
      can: () => linksIn(frame).some((link) => rowOf(link)?.querySelector(choice)),
      run: () => {
        const checkbox = present()?.querySelector<HTMLElement>(choice);
        checkbox?.click();
        return checkbox !== undefined;
      },
    },
    {
      keys: ["d"],
      does: "Mark the row’s task as done",
      can: any(controls.task),
      // One press marks one task: its line is still there for a moment, and the next press opens nothing again.
      run: ({ repeat }) => {
        const task = findControl(present(), controls.task);
        if (!repeat && !task?.matches(":checked")) task?.click();
        return task !== undefined;
      },
    },
    {
      keys: ["e"],
      does: "Open the row’s status. Enter saves, Escape cancels",
      can: any(controls.status),
      run: () => openControl(findControl(present(), controls.status)),
    },
    {
      keys: ["a"],
      does: "Open the owner of the row",
      can: any(controls.owner),
      run: () => openControl(findControl(present(), controls.owner)),
    },
    {
      keys: ["Escape"],
      does: "Leave the empty search and go to the list",
      // The browser's own Escape empties a search; in an empty one Escape leaves it.
      run: ({ target }) => {
        if (!isSearch(target) || target.value !== "") return false;
        if (!go(linksIn(frame)[0])) target.blur();
        return true;
      },
    },
  ];
}
