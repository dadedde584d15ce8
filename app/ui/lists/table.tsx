import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type TableProps = ComponentProps<"table"> & {
  /** What the table lists; said to screen readers, and the name of its scrolling frame. */
  label: string;
  /**
   * On phones: every row becomes a card (each `Td` names its column), or the table scrolls sideways. `rows`: a list of
   * records, one dense line each, on phones three short ones (each `Td` that stays says `at`); a click anywhere
   * in a row opens its `data-row` link.
   */
  narrow?: "cards" | "scroll" | "rows" | undefined;
  /** The header stays in sight while the page scrolls; wide screens only. */
  sticky?: boolean | undefined;
  frameClassName?: string | undefined;
};

export function Table({ label, narrow = "cards", sticky = true, className, frameClassName, ...rest }: TableProps) {
  const table = (
    <table
      {...rest}
      {...(narrow === "rows" ? { onClick: openRow, onAuxClick: openRow, onMouseDown: keepFromScrolling } : {})}
      aria-label={label}
      className={classNames(
        "table-desk w-full border-separate border-spacing-0 text-left text-sm",
        narrow === "cards" && "table-cards",
        narrow === "rows" && "table-rows",
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
        narrow === "cards" && "max-md:bg-transparent max-md:shadow-none max-md:ring-0",
        narrow === "scroll" && "scroll-shadow overflow-x-auto",
        frameClassName,
      )}
    >
      {table}
    </div>
  );
}

const ofItsOwn = "a, button, input, select, textarea, label, summary, dialog, [role=button]";

/** The link of the row that was clicked; none where something in it does its own, or a text was marked. */
function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(ofItsOwn) || window.getSelection()?.toString()) return null;
  return target.closest("tr")?.querySelector<HTMLAnchorElement>("a[data-row]") ?? null;
}

/** As its link does: in this tab, or with Ctrl, ⌘ or the middle button in a new one (K-ROWS-3). */
function openRow(event: MouseEvent) {
  const link = event.button === 0 || event.button === 1 ? linkOf(event) : null;
  if (!link || event.defaultPrevented) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, "_blank", "noopener");
  else link.click();
}

/** The middle button would begin to scroll in some browsers. */
function keepFromScrolling(event: MouseEvent) {
  if (event.button === 1 && linkOf(event)) event.preventDefault();
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
        "whitespace-nowrap text-xs font-semibold text-stone",
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
  /**
   * Its place in a row on phones: first (of two lines itself, if it likes), below it left and right, before all; `link`
   * lies under all of it.
   */
  at?: "title" | "mark" | "end" | "choose" | "link" | undefined;
};

export function Td({ label, align = "left", at, className, ...rest }: TdProps) {
  return (
    <td
      {...rest}
      data-label={label}
      data-at={at}
      className={classNames(align === "right" && "md:text-right", className) || undefined}
    />
  );
}

/** A row; `selected` for the one that is open or ticked. */
export function Tr({ selected, className, ...rest }: ComponentProps<"tr"> & { selected?: boolean | undefined }) {
  return <tr {...rest} data-selected={selected || undefined} className={className} />;
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
