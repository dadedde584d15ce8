import { type SQL, sql } from "drizzle-orm";
import type { Sort } from "./staff-sort";

/** What an order compares, most important first; `of` is the table's name or alias. Each has an index that holds it. */
type Order = { keys: ((of: SQL) => SQL)[]; descending: boolean };

const id = (of: SQL) => sql`${of}.id`;
const created = [(of: SQL) => sql`${of}.created_at`, id];
const status = [(of: SQL) => sql`${of}.status`, ...created];
const number = [(of: SQL) => sql`${of}.application_number`];
/** What was never submitted stands at the end, whichever way it is looked at. */
const submittedLast = [(of: SQL) => sql`coalesce(${of}.submitted_at, '-infinity')`, id];
const submittedFirst = [(of: SQL) => sql`coalesce(${of}.submitted_at, 'infinity')`, id];

const orders: Record<Sort, Order> = {
  "": { keys: created, descending: true },
  oldest: { keys: created, descending: false },
  submitted: { keys: submittedLast, descending: true },
  "submitted-oldest": { keys: submittedFirst, descending: false },
  status: { keys: status, descending: false },
  "status-back": { keys: status, descending: true },
  number: { keys: number, descending: false },
  "number-back": { keys: number, descending: true },
};

const listed = sql.raw("visa_applications");
const row = sql.raw("c");

/** The order of a list; among drafts, which were never submitted, the order of submission is that of their start. */
export function orderOf(sort: Sort, status: string): Order {
  const order = orders[sort];
  const submission = sort === "submitted" || sort === "submitted-oldest";
  return submission && status === "draft" ? { ...order, keys: created } : order;
}

/** `backwards` reads towards the beginning of the list. */
export function orderBy({ keys, descending }: Order, backwards: boolean): SQL[] {
  return keys.map((key) => (descending === backwards ? sql`${key(listed)} asc` : sql`${key(listed)} desc`));
}

/** Behind a row in an order. The row's own values are read in SQL: a Date would lose its microseconds. */
export function beyond({ keys, descending }: Order, cursor: string, backwards: boolean): SQL {
  const here = keys.map((key) => key(listed));
  const there = keys.map((key) => sql`(select ${key(row)} from visa_applications c where c.id = ${cursor})`);
  const [left, right] = [sql.join(here, sql`, `), sql.join(there, sql`, `)];
  return descending === backwards ? sql`(${left}) > (${right})` : sql`(${left}) < (${right})`;
}
