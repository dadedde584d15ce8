import { type ChangeEvent, type KeyboardEvent, useRef, useState } from "react";
import { onApple } from "~/ui/keys/on-apple";

type Given = {
  /** What is stored, or on its way there. */
  value: string;
  onSave: (value: string) => void;
};

/**
 * Keys that open the browser's own list: what is chosen in it is a choice, however it was reached. On a Mac the arrows
 * do.
 */
const opens = ({ key, altKey }: KeyboardEvent) =>
  key === " " || key === "F4" || (/^Arrow(Up|Down)$/.test(key) && (altKey || onApple()));
const moves = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  /^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && !ctrlKey && !metaKey);

/**
 * A select that saves by itself (K-KEY-7): on a click or tap on a choice, or on Enter, never while arrow keys or
 * letters move through the choices. Escape, and leaving it, puts back what is stored.
 */
export function useInlineChoice({ value, onSave }: Given) {
  const [moved, setMoved] = useState<string | null>(null);
  const moving = useRef(false);
  const back = () => {
    moving.current = false;
    setMoved(null);
  };
  const save = (chosen: string) => {
    back();
    if (chosen !== value) onSave(chosen);
  };
  return {
    /** Whether the choice that is shown waits for Enter. */
    unsaved: moved !== null && moved !== value,
    select: {
      value: moved ?? value,
      onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
        moving.current ? setMoved(currentTarget.value) : save(currentTarget.value),
      // Opened anew it begins with what is stored, so that every other choice in it is a change.
      onPointerDown: back,
      onBlur: back,
      onKeyDown: (event: KeyboardEvent<HTMLSelectElement>) => {
        if (event.key === "Enter") {
          event.preventDefault();
          save(event.currentTarget.value);
        } else if (event.key === "Escape") {
          if (moved === null) return;
          event.stopPropagation();
          back();
        } else if (opens(event)) moving.current = false;
        else if (moves(event)) moving.current = true;
      },
    },
  };
}
