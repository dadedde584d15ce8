import type { ReactNode } from "react";
import { formatCount } from "~/core/counted";

const shown = 10;
type Line = { line: number; text: ReactNode };

/** What was found in lines of the file; the first ones, and the others on request. */
export function LineList({ lines }: { lines: readonly Line[] }) {
  const others = lines.slice(shown);
  return (
    <>
      <Lines lines={lines.slice(0, shown)} />
      {others.length > 0 ? (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
            Show {formatCount(others.length)} more
          </summary>
          <Lines lines={others} />
        </details>
      ) : null}
    </>
  );
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 sm:grid-cols-2">
    {lines.map(({ line, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line can have several errors, in an unchanging order.
      <li key={`${line} ${index}`} className="[overflow-wrap:anywhere]">
        <span className="font-semibold">Line {line}:</span> {text}
      </li>
    ))}
  </ul>
);
