import { and, count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nassauMinuteOf } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import type { StaffContext } from "~/accounts/staff.server";
import { byCreatedAt, cursorOf, cursorParams, type PageQuery, readPage } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { foldedText, searched } from "~/db/found-by.server";
import { newsletterSubscribers as t } from "~/db/schema/content";
import { isSubscribed } from "../subscribe.server";

const pageSize = 100;

const subscriberStates = ["waiting", "subscribed", "unsubscribed"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

const filters = z.object({
  q: z.string().trim().catch(""),
  status: z.enum(["all", ...subscriberStates]).catch("all"),
  ...cursorParams,
});
type SubscriberFilters = z.output<typeof filters>;

/** Reads the filters of the URL; invalid values are ignored. */
export const readSubscriberFilters = (search: URLSearchParams): SubscriberFilters =>
  filters.parse(Object.fromEntries(search));

const conditions: Record<SubscriberState, SQL | undefined> = {
  waiting: and(isNull(t.confirmedAt), isNull(t.unsubscribedAt)),
  subscribed: isSubscribed,
  unsubscribed: isNotNull(t.unsubscribedAt),
};
const state = sql<SubscriberState>`case when ${t.unsubscribedAt} is not null then 'unsubscribed'
  when ${t.confirmedAt} is null then 'waiting' else 'subscribed' end`;
/** When it entered its current state. */
const since = sql<Date>`coalesce(${t.unsubscribedAt}, ${t.confirmedAt}, ${t.createdAt})`.mapWith(t.createdAt);

/** Must match the expression of the index `newsletter_subscribers_found_by`. */
/** Search text. */
export const subscriberText = foldedText(sql`${t.email}`);

export type Subscriber = Awaited<ReturnType<typeof listSubscribers>>["rows"][number];

/** A page of the subscribers, newest first, with the cursors of its neighbours. */
export async function listSubscribers({ q, status, ...cursorParams }: SubscriberFilters) {
  const matching = and(status === "all" ? undefined : conditions[status], searched(subscriberText, q));
  const read = ({ beyond, orderBy: order, limit }: PageQuery) =>
    db
      .select({ id: t.id, email: t.email, state, since })
      .from(t)
      .where(and(matching, beyond))
      .orderBy(...order)
      .limit(limit);
  const order = { ...byCreatedAt("newsletter_subscribers"), outlivesRows: true };
  const { rows, next, previous } = await readPage(order, cursorOf(cursorParams), pageSize, read);
  return { rows, older: next, newer: previous };
}

export async function countSubscribers() {
  const of = (name: SubscriberState) => sql<number>`(count(*) filter (where ${conditions[name]}))::int`;
  const [counts] = await db
    .select({
      all: count(),
      waiting: of("waiting"),
      subscribed: of("subscribed"),
      unsubscribed: of("unsubscribed"),
    })
    .from(t);
  return counts ?? { all: 0, waiting: 0, subscribed: 0, unsubscribed: 0 };
}

/** The subscriber to remove, for the confirmation; null if gone. */
export async function readSubscriber(id: string | null): Promise<{ id: string; email: string } | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db
    .select({ id: t.id, email: t.email })
    .from(t)
    .where(eq(t.id, id ?? ""));
  return row ?? null;
}

const columns: readonly CsvColumn[] = [
  { title: "Email", value: sql`${t.email}` },
  { title: "Subscribed on (Nassau)", value: nassauMinuteOf(sql`${t.confirmedAt}`) },
];

export function exportSubscribers(context: StaffContext) {
  return exportCsv(context, {
    ...{ list: "newsletter_subscribers", fileName: "newsletter-subscribers", columns, filters: {} },
    role: "super_admin",
    table: t,
    where: isSubscribed,
    order: byCreatedAt("newsletter_subscribers"),
  });
}
