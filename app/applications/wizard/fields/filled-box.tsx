import { useEffect, useRef } from "react";
import { Input, type InputProps } from "~/ui/forms/input";

/** An input that follows another answer until something is typed into it. */
export function FilledInput({ fill, defaultValue, ...input }: InputProps & { fill: string | undefined }) {
  const box = useRef<HTMLInputElement>(null);
  const last = useRef(fill);
  useEffect(() => {
    const before = last.current;
    last.current = fill;
    if (!box.current || fill === before || (box.current.value.trim() !== "" && box.current.value !== before)) return;
    box.current.value = fill ?? "";
    // The form reads all its inputs at any of their events.
    box.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, [fill]);
  return <Input {...input} ref={box} defaultValue={defaultValue || fill} />;
}
