import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

type InquiryDetailsProps = {
  /** Whether it contains an answer. */
  filled: boolean;
  /** The number of the attempt with a problem in the details, or 0. Each new one opens them. */
  problemAttempt: number;
  children: ReactNode;
};

/** The optional fields, collapsed. Opens without JavaScript too, and only the visitor closes it. */
export function InquiryDetails({ filled, problemAttempt, children }: InquiryDetailsProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const opened = filled || problemAttempt > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message opens it again.
  useEffect(() => {
    if (opened && fold.current) fold.current.open = true;
  }, [opened, problemAttempt]);
  return (
    <details ref={fold} id="details" open={opened || undefined} className="group/details border-y border-line">
      <summary className="flex min-h-14 cursor-pointer items-start gap-4 rounded-sm py-3.5 text-ink hover:text-sea-ink">
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center rounded-full bg-foam text-sea-ink transition-transform duration-200 group-open/details:rotate-45 group-open/details:bg-navy group-open/details:text-white"
        >
          <Plus className="size-4.5" />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">
            Add details <span className="text-sm font-normal text-stone">(optional)</span>
          </span>
          <span className="block text-sm text-stone">
            Nationality, dates, who’s traveling, documents: these help us give you a more precise answer.
          </span>
        </span>
      </summary>
      <div className="grid gap-6 pt-3 pb-8">{children}</div>
    </details>
  );
}
