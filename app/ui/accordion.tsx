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
    <div className={classNames("accordion", className)}>
      {items.map((item) => (
        <details key={item.id} id={item.id} name={name} open={item.id === open} className="prints-open">
          <summary>
            <Title>{unbroken(item.title)}</Title>
            <span aria-hidden className="no-print">
              <Plus className="size-4" />
            </span>
          </summary>
          <div>{item.content}</div>
        </details>
      ))}
    </div>
  );
}
