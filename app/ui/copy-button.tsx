import { Check, Copy } from "lucide-react";
import { classNames } from "~/ui/class-names";

/** Copies a text (`site/static-pages/copy.ts`). Hidden without JavaScript, and where the browser can't copy. */
export function CopyButton({ text, subject, className }: { text: string; subject: string; className?: string }) {
  return (
    <button
      type="button"
      data-copy={text}
      className={classNames(
        "group/copy no-print hidden min-h-9 items-center gap-1.5 rounded-md px-2.5 text-sm font-semibold text-sea-ink hover:bg-foam in-[.on-dark]:text-white in-[.on-dark]:hover:bg-white/10 in-[[data-copies]]:inline-flex [&_svg]:size-4",
        className,
      )}
    >
      <Copy aria-hidden className="group-data-done/copy:hidden" />
      <Check aria-hidden className="not-group-data-done/copy:hidden" />
      <span className="group-data-done/copy:hidden">Copy</span>
      <span aria-hidden className="not-group-data-done/copy:hidden">
        Copied
      </span>
      <span className="sr-only"> {subject}</span>
    </button>
  );
}

/** Announces the result; once a page. */
export function CopyStatus() {
  return (
    // Written by the module, perhaps before React hydrates.
    <p role="status" data-copied className="sr-only" suppressHydrationWarning>
      {"\u00a0"}
    </p>
  );
}
