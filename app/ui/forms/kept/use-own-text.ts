import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { changedByScript } from "./keeper";
import { keepOwnText } from "./kept-form";

/** For a form whose text React holds beyond its fields: `text` is all of it, and `put` takes it back. */
export function useOwnText(text: string, put: (text: string) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef(text);
  const read = useEffectEvent(() => text);
  const take = useEffectEvent((stored: string) => flushSync(() => put(stored)));
  useEffect(() => {
    if (form.current) return keepOwnText(form.current, { read: () => read(), put: (stored) => take(stored) });
  }, []);
  useEffect(() => {
    if (form.current && text !== first.current) changedByScript(form.current);
    first.current = text;
  }, [text]);
  return form;
}
