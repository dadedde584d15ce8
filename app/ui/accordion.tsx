import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { unbroken } from "~/ui/unbroken";

type AccordionItem = { id: string; title: ReactNode; content: ReactNode };

export type AccordionProps = {
  /** Shared by all items: opening one closes the others. */
  name: string;
  items: readonly AccordionItem[];
  /** The item that is open at first. */
  open?: string | undefined;
  /** Level of the titles as headings, where they are headings of the page. */
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
};

/** Native `details`: works without script, and opens for the browser's search; for an address by `named-answer.ts`. */
export function Accordion({ name, items, open, level, className }: AccordionProps) {
  const Title = level ? (`h${level}` as const) : "span";
  return (
    <div className={classNames("border-t border-line", className)}>
      {items.map((item) => (
        <details
          key={item.id}
          id={item.id}
          name={name}
          open={item.id === open}
          className="prints-open group border-b border-line"
        >
          <summary className="flex min-h-14 items-start print:min-h-0 print:pb-1 justify-between gap-5 rounded-sm py-4 text-ink hover:text-sea-ink">
            <Title className="font-sans text-lg font-semibold leading-snug tracking-normal text-inherit text-pretty">
              {unbroken(item.title)}
            </Title>
            <span
              aria-hidden
              className="no-print mt-px grid size-7 shrink-0 place-items-center rounded-full bg-foam text-sea-ink transition-transform duration-200 group-open:rotate-45 group-open:bg-navy group-open:text-white"
            >
              <Plus className="size-4" />
            </span>
          </summary>
          <div className="max-w-2xl pr-12 pb-6 text-base text-stone">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
