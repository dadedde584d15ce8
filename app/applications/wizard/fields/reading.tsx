import type { ReactNode } from "react";

/**
 * How the input was understood, such as a date in words, in the gap between two rows so that nothing moves. `spoken`:
 * screen readers announce changes.
 */
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
