import { type ReactNode, useRef } from "react";
import { ButtonLink } from "~/ui/button";
import { type FilterSelect, ListFilter, listPath, RefreshLink } from "~/ui/lists/list-filter";
import { Pagination } from "~/ui/lists/pagination";
import { StatCard } from "~/ui/lists/stat-card";
import { useRowKeys } from "~/ui/lists/use-row-keys";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import type { NoticeTone } from "~/ui/notices/tone";

/** A count of the list, which leads to the rows it counts: those of one status, or `all`. */
type ListCard = { label: string; status: string; count: number; detail?: string | undefined };

/** A neighbouring page: the word on its button, and the row before or after which it lies; null at the ends. */
export type PageStep = { label: string; before?: string | null; after?: string | null };

export type DeskListProps = {
  title: string;
  under?: ReactNode;
  /** Links out of the list, before Refresh; `actions` on it, after. */
  links: ReactNode;
  actions?: ReactNode;
  notice?: readonly [tone: NoticeTone, words: string] | null | undefined;
  /** A warning above the list, shown whatever is filtered. */
  warning?: ReactNode;
  path: string;
  /** The filters that are set, by their name in the address: search, status, order. */
  filters: Record<string, string | undefined>;
  /** The row that this page begins at, when it is not the first one. */
  row: Record<string, string | undefined>;
  cards: readonly ListCard[];
  cardColumns?: string;
  searchLabel: string;
  selects: readonly FilterSelect[];
  /** Shown without rows: a title, and a text under it, filtered or not. */
  empty: { title: string; filtered?: string; unfiltered?: string };
  rows: readonly { id: string }[];
  previous: PageStep;
  next: PageStep;
  /** Shown above the rows, whether there are any or not. */
  over?: ReactNode;
  /** The rows. `search` is the query of this page, so that a detail's Close leads back to it. */
  children: (search: string) => ReactNode;
};

/** A list of the desk: counts, search, filters, rows walked through by key, pages. All its state is in the address. */
export function DeskList(props: DeskListProps) {
  const { title, under, links, actions, notice, path, filters, row, cards, selects, empty, rows, previous, next } =
    props;
  const { cardColumns = "grid-cols-2 xl:grid-cols-4", searchLabel, warning, over, children } = props;
  const to = (more: Record<string, string | undefined>) => listPath(path, { ...filters, ...more });
  const here = to(row);
  const paged = Object.values(row).some(Boolean);
  const narrowed = Boolean(filters.q) || selects.some(({ value }) => value !== "" && value !== "all");
  const stepTo = ({ before, after }: PageStep) => (before ? to({ before }) : after ? to({ after }) : undefined);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, rows);
  // Filters without a field of their own in the form.
  const unnamed = Object.entries(filters).filter(([name]) => name !== "q" && !selects.some((one) => one.name === name));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-3xl">{title}</h1>
          {under}
        </div>
        <div className="flex flex-wrap gap-2">
          {links}
          <RefreshLink to={here} />
          {actions}
        </div>
      </div>
      {warning}
      {notice ? (
        <Banner tone={notice[0]} role="alert" className="mt-4">
          {notice[1]}
        </Banner>
      ) : null}
      <div className={`mt-5 grid gap-3 ${cardColumns}`}>
        {cards.map(({ label, status, count, detail }) => (
          <StatCard
            key={status}
            label={label}
            value={count.toLocaleString("en-US")}
            detail={detail}
            to={to({ status })}
            current={status !== "all" && status === filters.status}
          />
        ))}
      </div>
      <ListFilter
        label={title}
        path={path}
        searchLabel={searchLabel}
        q={filters.q ?? ""}
        selects={selects}
        otherParams={Object.fromEntries(unnamed)}
      />
      {over}
      <div ref={list} className="mt-4">
        {rows.length > 0 ? (
          children(here.slice(path.length))
        ) : (
          <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
            <EmptyState
              title={empty.title}
              seed={title.toLowerCase()}
              action={
                narrowed || paged ? (
                  <ButtonLink to={path} variant="outline">
                    Show all {title.toLowerCase()}
                  </ButtonLink>
                ) : null
              }
            >
              {narrowed ? empty.filtered : empty.unfiltered}
            </EmptyState>
          </div>
        )}
      </div>
      <Pagination
        label={title}
        previous={stepTo(previous)}
        next={stepTo(next)}
        previousLabel={previous.label}
        nextLabel={next.label}
        className={stepTo(previous) || stepTo(next) ? "mt-4" : "hidden"}
      />
    </>
  );
}
