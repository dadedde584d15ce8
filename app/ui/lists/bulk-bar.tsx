import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";

/** The number is outside of the hidden part, or screen readers would not announce the first selected row. */
export function BulkBar({ chosen, onNone, children }: { chosen: number; onNone: () => void; children: ReactNode }) {
  return (
    <div
      className={classNames(
        "z-20 items-center gap-x-3 gap-y-2 rounded-xl bg-white p-2 pl-4 shadow-lg ring-1 ring-edge md:flex-wrap",
        "fixed inset-x-3 bottom-3 overflow-x-auto lg:left-60 noscript:static noscript:mt-2 noscript:flex",
        chosen > 0 ? "flex" : "contents",
      )}
    >
      <span role="status" className="font-semibold whitespace-nowrap tabular-nums noscript:hidden">
        {chosen > 0 ? `${chosen} chosen` : ""}
      </span>
      <div className={chosen > 0 ? "contents" : "hidden noscript:contents"}>
        {children}
        <button
          type="button"
          onClick={onNone}
          className="ml-auto min-h-9 shrink-0 rounded-md px-2.5 font-semibold text-stone hover:bg-foam hover:text-ink max-md:min-h-11 noscript:hidden"
        >
          Clear selection
        </button>
      </div>
    </div>
  );
}
