import type { ReactNode } from "react";

/** How we understood the input, in the gap between two rows so that nothing moves. `spoken`: changes are announced. */
export function Reading({ id, spoken, children }: { id: string; spoken?: boolean; children: ReactNode }) {
  return (
    <p
      id={readingId(id)}
      role={spoken ? "status" : undefined}
      className="mt-0.5 -mb-5.5 min-h-5 text-sm leading-5 text-stone tabular-nums"
    >
      {children}
    </p>
  );
}

export const readingId = (id: string) => `${id}-reading`;
