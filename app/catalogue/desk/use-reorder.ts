import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useKeys } from "~/ui/keys/keys";

export type Reorder = ReturnType<typeof useReorder>;

/**
 * A list whose rows are moved by a handle: dragged, or by key (Space grabs and drops, arrows move, Escape cancels).
 * `save` gets the moved id and the id that it goes before, "" for the end. The new order is shown until the list
 * reloads.
 */
export function useReorder(
  ids: readonly string[],
  nameOf: (id: string) => string,
  save: (id: string, before: string) => void,
) {
  const [moved, setMoved] = useState<readonly string[] | null>(null);
  const [grabbed, setGrabbed] = useState<{ id: string; by: "key" | "pointer" } | null>(null);
  const [announcement, announce] = useState("");
  const body = useRef<HTMLTableSectionElement>(null);
  const order = moved ?? ids;
  const focus = useFocusAfterMove(order.join());
  const key = ids.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is stored now, and it is the one to show.
  useEffect(() => {
    setMoved(null);
    setGrabbed(null);
  }, [key]);

  const positionText = (id: string, list = order) => `position ${list.indexOf(id) + 1} of ${list.length}`;
  function moveTo(id: string, to: number) {
    const otherIds = order.filter((candidate) => candidate !== id);
    const position = Math.max(0, Math.min(to, otherIds.length));
    const next = otherIds.toSpliced(position, 0, id);
    if (next[position] === order[position]) return;
    setMoved(next);
    announce(`${nameOf(id)}, ${positionText(id, next)}.`);
  }
  function drop() {
    if (!grabbed) return;
    const { id } = grabbed;
    setGrabbed(null);
    if (order.join() === key) return setMoved(null);
    announce(`${nameOf(id)} was dropped at ${positionText(id)}.`);
    save(id, order[order.indexOf(id) + 1] ?? "");
  }
  function giveUp() {
    if (grabbed) announce(`${nameOf(grabbed.id)} is back at ${positionText(grabbed.id, ids)}.`);
    setGrabbed(null);
    setMoved(null);
  }

  useKeys("On a row’s handle", handleKeys);
  usePointer(grabbed?.by === "pointer" ? grabbed.id : null, body, { put: moveTo, drop, giveUp });

  return {
    body,
    order,
    grabbedId: grabbed?.id ?? null,
    announcement,
    reset: () => setMoved(null),
    /** Sets the element to focus again once rows have changed places. */
    focusAfterMove: (id: string) => {
      focus.current = id;
    },
    handle: (id: string) => ({
      id: `handle-${id}`,
      "aria-pressed": grabbed?.id === id,
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        focus.current = null;
        setGrabbed({ id, by: "pointer" });
      },
      onBlur() {
        if (focus.current === `handle-${id}` && grabbed?.id !== id) focus.current = null;
      },
      onKeyDown(event: KeyboardEvent) {
        const moves = { put: (to: number) => moveTo(id, to), drop, giveUp };
        if (grabbed?.id === id) moveByKey(event, order.indexOf(id), order.length - 1, moves);
        else if (isGrabKey(event)) {
          focus.current = `handle-${id}`;
          setGrabbed({ id, by: "key" });
          announce(
            `${nameOf(id)} is picked up, ${positionText(id)}. Use the arrow keys to move it, Space to drop it, Escape to cancel.`,
          );
        }
      },
    }),
  };
}

/** The id of the element to focus again: a row that moves in the document loses the focus. */
function useFocusAfterMove(order: string) {
  const focus = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order.
  useLayoutEffect(() => {
    if (focus.current && document.activeElement?.id !== focus.current) document.getElementById(focus.current)?.focus();
  }, [order]);
  return focus;
}

/** The keys of `moveByKey`, for the screen's list of shortcuts. */
const handleKeys = [
  { keys: [" ", "Enter"], does: "Pick up or drop the row" },
  { keys: ["ArrowUp", "ArrowDown"], does: "Move the picked-up row" },
  { keys: ["Home", "End"], does: "Move it to the top, or to the bottom" },
  { keys: ["Escape"], does: "Cancel and put it back" },
];

/** Space and Enter grab or drop the row; their default, a click on the handle, is prevented. */
function isGrabKey(event: KeyboardEvent): boolean {
  const isKey = event.key === " " || event.key === "Enter";
  if (isKey) event.preventDefault();
  return isKey;
}

type KeyMoves = { put: (to: number) => void; drop: () => void; giveUp: () => void };

function moveByKey(event: KeyboardEvent, position: number, last: number, { put, drop, giveUp }: KeyMoves) {
  if (isGrabKey(event)) return drop();
  const to = { ArrowUp: position - 1, ArrowDown: position + 1, Home: 0, End: last }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    put(to);
  } else if (event.key === "Escape") {
    event.preventDefault();
    giveUp();
  } else if (event.key === "Tab") giveUp();
}

type PointerMoves = { put: (id: string, to: number) => void; drop: () => void; giveUp: () => void };

/** Moves the grabbed row with the pointer. Listens on the document, because a moved row would lose pointer capture. */
function usePointer(id: string | null, body: RefObject<HTMLTableSectionElement | null>, moves: PointerMoves) {
  const { put, drop, giveUp } = moves;
  useEffect(() => {
    if (id === null) return;
    function move(event: globalThis.PointerEvent) {
      const rows = [...(body.current?.rows ?? [])];
      const index = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
      if (id !== null) put(id, index < 0 ? rows.length : index);
      if (event.clientY < 72) window.scrollBy(0, -14);
      if (event.clientY > window.innerHeight - 48) window.scrollBy(0, 14);
    }
    function onEscape(event: globalThis.KeyboardEvent) {
      if (event.key === "Escape") giveUp();
    }
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", drop);
    document.addEventListener("pointercancel", giveUp);
    document.addEventListener("keydown", onEscape);
    return () => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", drop);
      document.removeEventListener("pointercancel", giveUp);
      document.removeEventListener("keydown", onEscape);
    };
  });
}
