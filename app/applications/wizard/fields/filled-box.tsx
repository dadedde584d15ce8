import { useEffect, useRef } from "react";
import { Input, type InputProps } from "~/ui/forms/input";

/** An input that follows another answer until something is typed into it. */
export function FilledInput({ fill, defaultValue, ...input }: InputProps & { fill: string | undefined }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const last = useRef(fill);
  useEffect(() => {
    const before = last.current;
    last.current = fill;
    if (
      !inputRef.current ||
      fill === before ||
      (inputRef.current.value.trim() !== "" && inputRef.current.value !== before)
    )
      return;
    inputRef.current.value = fill ?? "";
    // The form reads all its inputs at any of their events.
    inputRef.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, [fill]);
  return <Input {...input} ref={inputRef} defaultValue={defaultValue || fill} />;
}
