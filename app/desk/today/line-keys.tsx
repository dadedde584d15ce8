import { type ReactNode, useRef } from "react";
import { useRowKeys } from "~/ui/lists/use-row-keys";

const none: readonly { id: string }[] = [];

/** Lets keys move between the items inside, across groups. */
export function LineKeys({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useRowKeys(frame, none);
  return <div ref={frame}>{children}</div>;
}
