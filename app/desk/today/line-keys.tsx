import { type ReactNode, useRef } from "react";
import { useRowKeys } from "~/ui/lists/use-row-keys";

/** Lets keys move between the items inside, across groups. `rows` changes with them. */
export function LineKeys({ rows, children }: { rows: readonly { id: string }[]; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useRowKeys(frame, rows);
  return <div ref={frame}>{children}</div>;
}
