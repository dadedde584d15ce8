import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type TableProps = ComponentProps<"table"> & {
  /** For screen readers, and the name of its scrolling frame. */
  label: string;
  /**
   * On phones: every row becomes a card (each `Td` names its column), or the table scrolls sideways. `rows`: a list of
   * records, one dense line each, on phones three short ones (each visible `Td` has `at`); a click anywhere in a row
   * opens its `data-row` link.
   */
  narrow?: "cards" | "scroll" | "rows" | undefined;
  /** The header stays visible while the page scrolls; wide screens only. */
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

/** The link of a clicked row; null if the click hit a control or ended a text selection. */
function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(ofItsOwn) || window.getSelection()?.toString()) return null;
  return target.closest("tr")?.querySelector<HTMLAnchorElement>("a[data-row]") ?? null;
}

/** Opens a row as its link would: in this tab, or with Ctrl, ⌘ or the middle button in a new one. */
function openRow(event: MouseEvent) {
  const link = event.button === 0 || event.button === 1 ? linkOf(event) : null;
  if (!link || event.defaultPrevented) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, "_blank", "noopener");
  else link.click();
}

/** In some browsers the middle button would start to scroll. */
function keepFromScrolling(event: MouseEvent) {
  if (event.button === 1 && linkOf(event)) event.preventDefault();
}

export type ThProps = Omit<ComponentProps<"th">, "align"> & {
  align?: "left" | "right" | undefined;
  /** Leave it out if the column can't be sorted. */
  sort?: "ascending" | "descending" | "none" | undefined;
  /** The link to the list sorted by this column. */
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
  /** The column's name, shown next to the value when the row is a card. */
  label?: string | undefined;
  align?: "left" | "right" | undefined;
  /** Its position on phones: first, below it left and right, or before all; `link` covers the whole row. */
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

/** `selected`: open or checked. */
export function Tr({ selected, className, ...rest }: ComponentProps<"tr"> & { selected?: boolean | undefined }) {
  return <tr {...rest} data-selected={selected || undefined} className={className} />;
}

/** A row across the table: nothing found, loading, failed. */
export function TableMessage({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="px-4 py-12 text-stone md:text-center">
        {children}
      </td>
    </tr>
  );
}
