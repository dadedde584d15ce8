import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type TableProps = ComponentProps<"table"> & {
  /** What the table lists; said to screen readers, and the name of its scrolling frame. */
  label: string;
  /** On phones: every row becomes a card (each `Td` names its column), or the table scrolls sideways. */
  narrow?: "cards" | "scroll" | undefined;
  /** The header stays in sight while the page scrolls; wide screens only. */
  sticky?: boolean | undefined;
  frameClassName?: string | undefined;
};

export function Table({ label, narrow = "cards", sticky = true, className, frameClassName, ...rest }: TableProps) {
  const table = (
    <table
      {...rest}
      aria-label={label}
      className={classNames(
        "table-desk w-full border-separate border-spacing-0 text-left text-sm",
        narrow === "cards" && "table-cards",
        sticky && "table-sticky",
        className,
      )}
    />
  );
  return (
    <div
      {...(narrow === "scroll" ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}
      className={classNames(
        "rounded-xl bg-white shadow-xs ring-1 ring-line",
        narrow === "cards" ? "max-md:bg-transparent max-md:shadow-none max-md:ring-0" : "scroll-shadow overflow-x-auto",
        frameClassName,
      )}
    >
      {table}
    </div>
  );
}

export type ThProps = Omit<ComponentProps<"th">, "align"> & {
  align?: "left" | "right" | undefined;
  /** The column's order now; leave it out where it can not be sorted. */
  sort?: "ascending" | "descending" | "none" | undefined;
  /** Where pressing it leads: the list sorted by this column. */
  sortTo?: string | undefined;
  hidden?: never;
};

export function Th({ align = "left", sort, sortTo, className, children, ...rest }: ThProps) {
  const Icon = sort === "ascending" ? ArrowUp : sort === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort}
      className={classNames(
        "whitespace-nowrap px-3.5 py-2.5 text-xs font-semibold text-stone",
        align === "right" && "text-right",
        className,
      )}
    >
      {sortTo ? (
        <PageLink
          to={sortTo}
          preventScrollReset
          className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-xs px-1 hover:text-ink"
        >
          {children}
          <Icon aria-hidden className={classNames("size-3.5", sort && sort !== "none" ? "text-ink" : "opacity-60")} />
        </PageLink>
      ) : (
        children
      )}
    </th>
  );
}

export type TdProps = Omit<ComponentProps<"td">, "align"> & {
  /** The column's name, shown beside the value when the row is a card. */
  label?: string | undefined;
  align?: "left" | "right" | undefined;
};

export function Td({ label, align = "left", className, ...rest }: TdProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={classNames("px-3.5 py-2.5 align-middle", align === "right" && "md:text-right", className)}
    />
  );
}

/** A row; `selected` for the one that is open or ticked. */
export function Tr({ selected, className, ...rest }: ComponentProps<"tr"> & { selected?: boolean | undefined }) {
  return <tr {...rest} data-selected={selected || undefined} className={classNames("group/row", className)} />;
}

/** One row across the table: nothing found, still loading, could not be read. */
export function TableMessage({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="px-4 py-12 text-stone md:text-center">
        {children}
      </td>
    </tr>
  );
}
