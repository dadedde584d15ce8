import type { ReactNode } from "react";

/**
 * Under a box: what is understood of what was typed, as the review writes it (N-DATE-3, N-NUM-1). It stands in the gap
 * between two rows, so that nothing moves when it appears. `spoken`: a screen reader hears it when it changes.
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
