import { ArrowUp } from "lucide-react";

/**
 * Back to the top of a long page, once two windows of it have passed (`static-pages/scroll.ts`). A link, so that it
 * works by itself as well.
 */
export function ToTop() {
  return (
    <a
      href="#top"
      data-to-top
      className="no-print fixed right-4 bottom-4 z-20 grid size-12 place-items-center rounded-full border border-line bg-white text-navy shadow-md transition-[opacity,visibility,translate] duration-200 not-data-far:invisible not-data-far:translate-y-2 not-data-far:opacity-0 hover:bg-foam sm:right-6 sm:bottom-6"
    >
      <ArrowUp aria-hidden className="size-5" />
      <span className="sr-only">Back to the top</span>
    </a>
  );
}
