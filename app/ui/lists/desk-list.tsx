import { type ReactNode, useRef } from "react";
import { ButtonLink } from "~/ui/button";
import { DropMenu } from "~/ui/lists/drop-menu";
import { type FilterMenu, type FilterSelect, hrefWith, ListFilter, RefreshLink } from "~/ui/lists/list-filter";
import { Pagination } from "~/ui/lists/pagination";
import { useRowKeys } from "~/ui/lists/use-row-keys";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import type { NoticeTone } from "~/ui/notices/tone";
import { PageLink } from "~/ui/page-link";

/** A count that links to its rows: those of one status, or `all`. */
type ListCard = { label: string; status: string; count: number; detail?: string | undefined };

/** A neighboring page: its button's label, and the cursor row; null at the ends. */
export type PageStep = { label: string; before?: string | null; after?: string | null };

export type DeskListProps = {
  title: string;
  matches?: ReactNode;
  views?: ReactNode;
  /** What is done most, in view. They wrap, so that none is out of sight. */
  links?: ReactNode;
  actions?: ReactNode;
  /** The other links and actions, in a menu with Refresh. */
  more?: ReactNode;
  notice?: readonly [tone: NoticeTone, words: string] | null | undefined;
  /** Shown whatever the filters. */
  warning?: ReactNode;
  path: string;
  filters: Record<string, string | undefined>;
  /** Search parameters other than filters and cursor: the view. */
  keptParams?: Record<string, string | undefined> | undefined;
  row: Record<string, string | undefined>;
  cards: readonly ListCard[];
  searchLabel: string;
  selects: readonly FilterSelect[];
  menus?: readonly FilterMenu[] | undefined;
  endMenus?: readonly FilterMenu[] | undefined;
  empty: { title: string; filtered?: string; unfiltered?: string };
  rows: readonly { id: string }[];
  previous: PageStep;
  next: PageStep;
  over?: ReactNode;
  /** `search` is this page's query, so that a detail's Close returns to it. */
  children: (search: string) => ReactNode;
};

/** A list of the desk: counts, search, filters, rows with keyboard navigation, pages. All its state is in the URL. */
export function DeskList(props: DeskListProps) {
  const {
    title,
    matches,
    views,
    links,
    actions,
    more,
    notice,
    path,
    filters,
    keptParams = {},
    row,
    empty,
    rows,
  } = props;
  const { cards, searchLabel, selects, menus = [], endMenus, previous, next, warning, over, children } = props;
  const to = (more: Record<string, string | undefined>) => hrefWith(path, { ...filters, ...more }, keptParams);
  const here = to(row);
  const paged = Object.values(row).some(Boolean);
  const narrowed =
    Boolean(filters.q) ||
    selects.some(({ name, value }) => name !== "sort" && value !== "" && value !== "all") ||
    menus.some(({ values }) => values.length > 0);
  const stepTo = ({ before, after }: PageStep) => (before ? to({ before }) : after ? to({ after }) : undefined);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, rows);
  // Filters without a field of their own in the form.
  const named = new Set(["q", ...[...selects, ...menus, ...(endMenus ?? [])].map(({ name }) => name)]);
  const unnamed = Object.entries(filters).filter(([name]) => !named.has(name));
  return (
    <div className="lg:-mx-4 max-md:first:-mt-3 md:first:-mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-xl">{title}</h1>
          {matches}
        </div>
        <div className="list-links flex flex-wrap gap-1.5">
          {views}
          {links}
          {actions}
          {more ? (
            <DropMenu label="More actions" side="right">
              <div className="grid justify-items-stretch gap-1.5 [&_.button]:w-full">
                {more}
                <RefreshLink to={here} />
              </div>
            </DropMenu>
          ) : (
            <RefreshLink to={here} />
          )}
        </div>
      </div>
      {warning}
      {notice ? (
        <Banner tone={notice[0]} role="alert" className="mt-3">
          {notice[1]}
        </Banner>
      ) : null}
      <ListFilter
        label={title}
        path={path}
        searchLabel={searchLabel}
        q={filters.q ?? ""}
        selects={selects}
        menus={menus}
        endMenus={endMenus}
        otherParams={Object.fromEntries(unnamed)}
        keptParams={keptParams}
      >
        {cards.length > 0 ? <CountTabs title={title} cards={cards} to={to} status={filters.status} /> : null}
      </ListFilter>
      {over}
      <div ref={list} className="mt-1.5">
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
    </div>
  );
}

type CountTabsProps = {
  title: string;
  cards: readonly ListCard[];
  to: (more: Record<string, string | undefined>) => string;
  status: string | undefined;
};

function CountTabs({ title, cards, to, status = "all" }: CountTabsProps) {
  return (
    <nav aria-label={`${title} by status`} className="min-w-0">
      <ul className="flex flex-wrap gap-0.5 max-md:gap-1">
        {cards.map((card) => (
          <li key={card.status}>
            <PageLink
              to={to({ status: card.status })}
              aria-current={card.status === (status || "all") ? "true" : undefined}
              title={card.detail}
              className="inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-stone hover:bg-white hover:text-ink aria-[current]:bg-white aria-[current]:text-ink aria-[current]:ring-1 aria-[current]:ring-line max-md:h-9 max-md:px-2"
            >
              <span className="truncate">{card.label}</span>
              <span className="font-semibold text-ink tabular-nums">{card.count.toLocaleString("en-US")}</span>
              {card.detail ? <span className="sr-only"> {card.detail}</span> : null}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
