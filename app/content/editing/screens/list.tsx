import { GripVertical } from "lucide-react";
import { type DragEvent, Fragment, useEffect, useRef, useState } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import { ContentTrail } from "~/content/content-trail";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Badge } from "~/ui/lists/badge";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import { StaffName } from "~/ui/staff-name";
import type { ListEntry, ListView } from "../list.server";
import { CountBadges } from "./count-badges";

type ListProps = { list: ListView; notice: string | null; problem: string | null };

export function List({ list, notice, problem }: ListProps) {
  const { title, about, noun, first, entries, mayChange, canAdd, see } = list;
  const adds = mayChange && canAdd;
  return (
    <div className="max-w-4xl">
      <ContentTrail />
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-1 max-w-2xl text-stone">{about}</p>
          {see.map(({ kind, label }) => (
            <p key={kind} className="mt-1">
              <Link
                to={`/admin/content/${kind}`}
                className="inline-flex min-h-6 items-center rounded-xs font-semibold text-sea-ink hover:underline"
              >
                {label}
              </Link>
            </p>
          ))}
        </div>
        {adds ? (
          <ButtonLink to={`/admin/content/${list.kind}/new`} size="sm">
            New {noun}
          </ButtonLink>
        ) : null}
      </div>
      {mayChange ? null : (
        <Banner tone="info" className="mt-4">
          Only super admins change this.
        </Banner>
      )}
      <MessageBanner tone="success" message={notice && !problem ? notice : null} className="mt-4" />
      <MessageBanner message={problem} className="mt-4" />
      {entries.length === 0 ? (
        <EmptyState
          seed="empty"
          title={first}
          action={adds ? <ButtonLink to={`/admin/content/${list.kind}/new`}>New {noun}</ButtonLink> : undefined}
        />
      ) : (
        <>
          <Counts list={list} />
          <Entries list={list} />
        </>
      )}
    </div>
  );
}

function Counts({ list: { counts, ordered, mayChange } }: { list: ListView }) {
  return (
    <>
      <CountBadges {...counts} className="mt-4" />
      {ordered > 1 && mayChange ? (
        <p className="mt-3 text-sm text-stone">Visitors see this order. Changes are public immediately.</p>
      ) : null}
    </>
  );
}

/** Entries of one group together, in the order of the first of each. */
const inGroups = (entries: readonly ListEntry[]): ListEntry[] =>
  [...Map.groupBy(entries, ({ group }) => group).values()].flat();

/** Ordered entries can be moved by buttons, or dragged where JavaScript runs. */
function Entries({ list: { entries, ordered, mayChange } }: { list: ListView }) {
  const movable = mayChange && ordered > 1 ? ordered : 0;
  const keys = entries.slice(0, movable).map(({ key }) => key);
  const { order, dragged, ...drag } = useDragging(keys);
  const form = useKeepFocus(keys);
  const sorted = inGroups([
    ...order.flatMap((key) => entries.find((entry) => entry.key === key) ?? []),
    ...entries.slice(movable),
  ]);
  return (
    <Form ref={form} method="post" data-keep="no" preventScrollReset className="mt-3">
      <input type="hidden" name="order" value={keys.join()} />
      <ol className="divide-y divide-line rounded-xl border border-line bg-white">
        {sorted.map((entry, index) => {
          const moves = index < movable;
          const heading = entry.group !== null && entry.group !== sorted[index - 1]?.group ? entry.group : null;
          return (
            <Fragment key={entry.key}>
              {heading === null ? null : (
                <li className="bg-foam px-4 py-2 first:rounded-t-xl">
                  <h2 className="text-base">{heading || "Without a destination"}</h2>
                </li>
              )}
              <li
                id={`row-${entry.key}`}
                {...(moves ? drag.row(entry.key) : {})}
                className={classNames(
                  "flex min-h-12 scroll-mt-20 items-center gap-3 px-4 py-1 first:rounded-t-xl last:rounded-b-xl",
                  dragged === entry.key && "bg-foam shadow-lg ring-1 ring-sea-ink",
                )}
              >
                {moves ? (
                  <span aria-hidden className="cursor-grab text-stone max-sm:hidden">
                    <GripVertical className="size-5" />
                  </span>
                ) : null}
                <Entry entry={entry} place={moves || (ordered > 0 && index < ordered) ? index + 1 : null} />
                {moves ? <Moves entry={entry} isFirst={index === 0} isLast={index === movable - 1} /> : null}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </Form>
  );
}

function Entry({ entry, place }: { entry: ListEntry; place: number | null }) {
  const { name, note, screen, state, hasDraft, scheduled, last } = entry;
  const Heading = entry.group === null ? "h2" : "h3";
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <div className="min-w-0 flex-1">
        <Heading className="flex items-center font-sans text-sm leading-5 font-semibold tracking-normal" title={name}>
          {place === null ? null : <span className="mr-2 shrink-0 font-normal text-stone tabular-nums">{place}.</span>}
          <Link to={screen} className="flex min-h-6 min-w-0 items-center rounded-xs text-sea-ink hover:underline">
            <span className="truncate max-sm:line-clamp-2 max-sm:whitespace-normal">{name}</span>
          </Link>
        </Heading>
        {note || last ? (
          <p dir="auto" className="truncate text-xs leading-4 text-stone max-sm:hidden">
            {note ? <span title={note}>{note}</span> : null}
            {note && last ? " · " : null}
            {last ? (
              <>
                Last changed by{" "}
                <bdi>
                  <StaffName name={last.by} email={last.byEmail} />
                </bdi>
                , {last.at}
              </>
            ) : null}
          </p>
        ) : null}
      </div>
      {/* What is published and nothing else needs no word. */}
      <p className="flex shrink-0 flex-wrap justify-end gap-1 empty:hidden max-sm:max-w-24">
        {state === "offline" ? <Badge tone="gray">Offline</Badge> : null}
        {hasDraft || state === "draft" ? <Badge tone="yellow">Draft</Badge> : null}
        {scheduled ? (
          <Badge tone="blue" title={`Scheduled for ${scheduled}`}>
            Scheduled<span className="max-sm:sr-only"> for {scheduled}</span>
          </Badge>
        ) : null}
      </p>
    </div>
  );
}

function Moves({ entry: { key, name }, isFirst, isLast }: { entry: ListEntry; isFirst: boolean; isLast: boolean }) {
  return (
    // On wide screens the buttons keep their columns if one is missing.
    <span className="grid shrink-0 grid-cols-[2.25rem_3.25rem] gap-1.5 sm:grid-cols-[5.25rem_6.5rem]">
      {isFirst ? null : (
        <Button type="submit" name="move" value={`${key} up`} variant="quiet" size="sm" className="px-1!">
          <span className="max-sm:hidden">Move up</span>
          <span className="sm:hidden">Up</span>
          <span className="sr-only"> “{name}”</span>
        </Button>
      )}
      {isLast ? null : (
        <Button type="submit" name="move" value={`${key} down`} variant="quiet" size="sm" className="col-start-2 px-1!">
          <span className="max-sm:hidden">Move down</span>
          <span className="sm:hidden">Down</span>
          <span className="sr-only"> “{name}”</span>
        </Button>
      )}
    </span>
  );
}

/** The order during a drag and until the server has responded; `row` returns an entry's event handlers. */
function useDragging(keys: readonly string[]) {
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const [dragged, setDragged] = useState<string | null>(null);
  const [order, setOrder] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (isIdle && dragged === null) setOrder(null);
  }, [isIdle, dragged]);
  const shown = order ?? keys;
  const row = (key: string) => ({
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = "move";
      setDragged(key);
    },
    onDragOver(event: DragEvent) {
      if (dragged === null) return;
      event.preventDefault();
      if (dragged === key) return;
      const remaining = shown.filter((entry) => entry !== dragged);
      const index = shown.indexOf(key);
      setOrder([...remaining.slice(0, index), dragged, ...remaining.slice(index)]);
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
    onDragEnd() {
      if (order && order.join() !== keys.join())
        void submit({ order: order.join() }, { method: "post", preventScrollReset: true });
      setDragged(null);
    },
  });
  return { order: shown, dragged, row };
}

/** Keeps the focus on a move button, so that it can be pressed repeatedly. */
function useKeepFocus(keys: readonly string[]) {
  const form = useRef<HTMLFormElement>(null);
  const lastMove = useRef<string | null>(null);
  const navigation = useNavigation();
  const move = navigation.formData?.get("move");
  if (typeof move === "string") lastMove.current = move;
  const order = keys.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the order is another one.
  useEffect(() => {
    const value = lastMove.current;
    if (value === null) return;
    lastMove.current = null;
    const key = value.replace(/ (up|down)$/, "");
    const buttons = [...(form.current?.querySelectorAll<HTMLButtonElement>("button[name=move]") ?? [])];
    const own = buttons.filter((button) => button.value.startsWith(`${key} `));
    (own.find((button) => button.value === value) ?? own[0])?.focus();
  }, [order]);
  return form;
}
