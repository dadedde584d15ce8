import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { unbroken } from "~/ui/unbroken";

type AccordionItem = { id: string; title: ReactNode; content: ReactNode };

export type AccordionProps = {
  /** Shared by all items: opening one closes the others. */
  name: string;
  items: readonly AccordionItem[];
  open?: string | undefined;
  /** Makes the titles headings of this level. */
  level?: 2 | 3 | 4 | undefined;
  className?: string | undefined;
};

/** Native `details`: works without JavaScript and opens for find-in-page; `named-answer.ts` opens it for a URL. */
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
