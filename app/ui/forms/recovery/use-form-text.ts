import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { markChangedByScript } from "./form-tracker";
import { registerFormText } from "./recoverable-form";

/** For a form whose React state is more than its fields: `text` is all of it, and `put` restores it. */
export function useFormText(text: string, put: (text: string) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef({ text, put });
  useLayoutEffect(() => {
    const isChanged = latest.current.text !== text;
    latest.current = { text, put };
    if (form.current && isChanged) markChangedByScript(form.current);
  }, [text, put]);
  useEffect(() => {
    if (!form.current) return;
    const apply = (stored: string) => flushSync(() => latest.current.put(stored));
    return registerFormText(form.current, { read: () => latest.current.text, put: apply });
  }, []);
  return form;
}
