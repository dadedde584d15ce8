import { Search } from "lucide-react";
import { classNames } from "~/ui/class-names";
import { useOpenPalette } from "./palette";

/** Opens the palette; `small` is for the bar of a phone. */
export function FindButton({ small = false, className }: { small?: boolean; className?: string }) {
  const open = useOpenPalette();
  return (
    <button
      type="button"
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
      className={classNames(
        "flex items-center gap-3 rounded-md font-medium text-foam/90 hover:text-white noscript:hidden",
        small ? "size-11 justify-center hover:bg-white/10" : "min-h-10 px-3 ring-1 ring-white/20 ring-inset",
        className,
      )}
    >
      <Search aria-hidden className={classNames("shrink-0 text-shallows", small ? "size-5" : "size-[1.125rem]")} />
      <span className={small ? "sr-only" : "flex-1 text-left"}>Find</span>
      {small ? null : <kbd className="font-mono text-2xs text-foam/70">Ctrl K</kbd>}
    </button>
  );
}
