import { type ChangeEvent, type KeyboardEvent, useRef, useState } from "react";
import { onApple } from "~/ui/keys/on-apple";

type InlineChoiceOptions = {
  /** The stored value, or the one being saved. */
  value: string;
  onSave: (value: string) => void;
};

/** Keys that open the browser's own list, where any selection is a choice. On a Mac the arrows do. */
const opens = ({ key, altKey }: KeyboardEvent) =>
  key === " " || key === "F4" || (/^Arrow(Up|Down)$/.test(key) && (altKey || onApple()));
const moves = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  /^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && !ctrlKey && !metaKey);

/**
 * A select that saves by itself: on a click or tap, or on Enter, never while arrow keys or letters move through the
 * options. Escape and blur restore the stored value (K-KEY-7).
 */
export function useInlineChoice({ value, onSave }: InlineChoiceOptions) {
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
    /** Whether the shown option waits for Enter. */
    unsaved: moved !== null && moved !== value,
    select: {
      value: moved ?? value,
      onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
        moving.current ? setMoved(currentTarget.value) : save(currentTarget.value),
      // Starts with the stored value when reopened, so that every other option is a change.
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
