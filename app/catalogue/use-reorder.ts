import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";

export type Reorder = ReturnType<typeof useReorder>;

/**
 * A list whose rows are moved by a handle: dragged, or by key (Space takes up and puts down, arrows move, Escape gives
 * up). `save` is told which row goes before which, "" for the end; until the list comes back the new order is shown.
 */
export function useReorder(
  ids: readonly string[],
  nameOf: (id: string) => string,
  save: (id: string, before: string) => void,
) {
  const [moved, setMoved] = useState<readonly string[] | null>(null);
  const [held, setHeld] = useState<{ id: string; by: "key" | "pointer" } | null>(null);
  const [said, setSaid] = useState("");
  const body = useRef<HTMLTableSectionElement>(null);
  const focus = useRef<string | null>(null);
  const order = moved ?? ids;
  const key = ids.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is stored now, and it is the one to show.
  useEffect(() => {
    setMoved(null);
    setHeld(null);
  }, [key]);

  // A row that changes its place in the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order.
  useLayoutEffect(() => {
    if (focus.current && document.activeElement?.id !== focus.current) document.getElementById(focus.current)?.focus();
  }, [order.join()]);

  const place = (id: string, list = order) => `position ${list.indexOf(id) + 1} of ${list.length}`;
  function put(id: string, to: number) {
    const others = order.filter((other) => other !== id);
    const at = Math.max(0, Math.min(to, others.length));
    const next = others.toSpliced(at, 0, id);
    if (next[at] === order[at]) return;
    setMoved(next);
    setSaid(`${nameOf(id)}, ${place(id, next)}.`);
  }
  function drop() {
    if (!held) return;
    const { id } = held;
    setHeld(null);
    if (order.join() === key) {
      setMoved(null);
      return;
    }
    setSaid(`${nameOf(id)} was put down at ${place(id)}.`);
    save(id, order[order.indexOf(id) + 1] ?? "");
  }
  function giveUp() {
    if (held) setSaid(`${nameOf(held.id)} is back at ${place(held.id, ids)}.`);
    setHeld(null);
    setMoved(null);
  }

  // The whole document listens: a row that moves under the pointer would lose its capture.
  useEffect(() => {
    if (held?.by !== "pointer") return;
    function move(event: globalThis.PointerEvent) {
      const rows = [...(body.current?.rows ?? [])];
      const at = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
      if (held) put(held.id, at < 0 ? rows.length : at);
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

  return {
    body,
    order,
    held: held?.id ?? null,
    said,
    /** The order is given up: what was asked for was refused. */
    reset: () => setMoved(null),
    /** The element that keeps the focus when rows change places. */
    keepFocus: (id: string) => {
      focus.current = id;
    },
    handle: (id: string) => ({
      id: `handle-${id}`,
      "aria-pressed": held?.id === id,
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        focus.current = null;
        setHeld({ id, by: "pointer" });
      },
      onBlur() {
        if (focus.current === `handle-${id}` && held?.id !== id) focus.current = null;
      },
      onKeyDown(event: KeyboardEvent) {
        const mine = held?.id === id;
        if (event.key === " " || event.key === "Enter") {
          event.preventDefault();
          if (mine) {
            drop();
            return;
          }
          focus.current = `handle-${id}`;
          setHeld({ id, by: "key" });
          setSaid(`${nameOf(id)} is taken up, ${place(id)}. Arrow keys move it, Space puts it down, Escape gives up.`);
          return;
        }
        if (!mine) return;
        const at = order.indexOf(id);
        const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: order.length - 1 }[event.key];
        if (to !== undefined) {
          event.preventDefault();
          put(id, to);
        } else if (event.key === "Escape") {
          event.preventDefault();
          giveUp();
        } else if (event.key === "Tab") giveUp();
      },
    }),
  };
}
