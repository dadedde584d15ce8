import { type SQL, sql } from "drizzle-orm";
import type { Order } from "~/core/lists/keyset.server";
import type { Sort } from "./sort";

const id = (of: SQL) => sql`${of}.id`;
const created = [(of: SQL) => sql`${of}.created_at`, id];
const status = [(of: SQL) => sql`${of}.status`, ...created];
const number = [(of: SQL) => sql`${of}.application_number`];
/** Never submitted applications come last in both directions. */
const submittedLast = [(of: SQL) => sql`coalesce(${of}.submitted_at, '-infinity')`, id];
const submittedFirst = [(of: SQL) => sql`coalesce(${of}.submitted_at, 'infinity')`, id];

const orders: Record<Sort, Omit<Order, "table">> = {
  "": { keys: created, descending: true },
  oldest: { keys: created, descending: false },
  submitted: { keys: submittedLast, descending: true },
  "submitted-oldest": { keys: submittedFirst, descending: false },
  status: { keys: status, descending: false },
  "status-back": { keys: status, descending: true },
  number: { keys: number, descending: false },
  "number-back": { keys: number, descending: true },
};

/** The order of a list; among drafts, which were never submitted, the order of submission is that of their start. */
export function orderOf({ sort, status }: { sort: Sort; status: readonly string[] }): Order {
  const order = { table: "visa_applications", ...orders[sort] };
  const submission = sort === "submitted" || sort === "submitted-oldest";
  const drafts = status.length === 1 && status[0] === "draft";
  return submission && drafts ? { ...order, keys: created } : order;
}
