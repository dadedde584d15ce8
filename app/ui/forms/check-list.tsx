import { Check } from "lucide-react";
import { classNames } from "~/ui/class-names";
import { unbroken } from "~/ui/unbroken";

export type CheckListProps = { items: readonly string[]; columns?: 1 | 2 | undefined; className?: string | undefined };

export function CheckList({ items, columns = 1, className }: CheckListProps) {
  return (
    <ul className={classNames("grid content-start gap-x-10 gap-y-3.5", columns === 2 && "md:grid-cols-2", className)}>
      {items.map((item) => (
        <li key={item} className="flex items-start gap-3.5">
          <Check
            aria-hidden
            strokeWidth={2.5}
            className="mt-0.5 size-6 shrink-0 rounded-full bg-foam p-1.5 text-sea-ink in-[.bg-foam]:bg-white"
          />
          <span className="min-w-0">{unbroken(item)}</span>
        </li>
      ))}
    </ul>
  );
}
