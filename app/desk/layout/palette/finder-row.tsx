import { Search } from "lucide-react";
import type { ReactNode } from "react";

export const finderInput = "min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-stone";

export function FinderRow({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
      <Search aria-hidden className="size-5 shrink-0 text-stone" />
      {children}
      <button
        type="button"
        onClick={onClose}
        className="min-h-11 shrink-0 rounded-md px-3 text-sm font-semibold text-stone hover:bg-foam hover:text-ink"
      >
        Close
      </button>
    </div>
  );
}
