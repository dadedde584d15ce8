import { and, between, eq, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ownedCondition, ownedShape, ownerCondition } from "~/accounts/owners/owned-filters.server";
import { undecidedStatuses } from "~/applications/status/undecided";
import {
  asksToWithdraw,
  hasAnswers,
  hasOverdueRequests,
  isOurTurn,
  isUnverified,
  waitsForItsDay,
} from "~/cases/desk/waiting.server";
import { hasOverdueAnswer } from "~/cases/messages/desk/overdue-answers.server";
import { cursorParams } from "~/core/lists/keyset.server";
import { addressOf, severalOf, valuesOf } from "~/core/lists/several.server";
import { daysAfter, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { countFacets, countSome } from "~/db/count-some.server";
import { visaApplications as t } from "~/db/schema/applications";
import { applicationStatuses, paymentStatuses, turns } from "~/db/schema/values";
import { columnIds, sorts } from "./columns.server";
import { endings } from "./ends";
import { searchCondition } from "./search.server";

const filters = z.object({
  q: z.string().trim().catch(""),
  status: severalOf(applicationStatuses),
  service: z.union([z.literal("all"), z.uuid()]).catch("all"),
  /** Country code of the service. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .or(z.literal("all"))
    .catch("all"),
  payment: z.enum(["all", ...paymentStatuses]).catch("all"),
  turn: z.enum(["all", ...turns]).catch("all"),
  ...ownedShape,
  /** `overdue`: a message waits longer than we promised. */
  answer: z.enum(["all", "overdue"]).catch("all"),
  /** Counts of Today: unchecked answers, overdue requests, requests to withdraw, unconfirmed emails. */
  waits: z.enum(["all", "answered", "overdue", "withdrawal", "unverified"]).catch("all"),
  /** When a visa, permit or entry permission ends; `none`: approved, and nobody recorded a key date. */
  ends: z.enum(["all", ...endings]).catch("all"),
  /** Open tasks: due today or earlier, or before today. */
  tasks: z.enum(["all", "due", "overdue"]).catch("all"),
  sort: z.enum(sorts).catch(""),
  columns: severalOf(columnIds),
  ...cursorParams,
});
export type ListFilters = z.output<typeof filters> & { me: string };

/** Parses the filters of a URL; ignores invalid values. `me` is the admin for `owner=me`. */
export function readFilters(search: URLSearchParams, me = ""): ListFilters {
  return { ...filters.parse(valuesOf(search, ["status", "columns"])), me };
}

export const searchParamsOf: (filters: ListFilters) => Record<string, string | undefined> = addressOf;

/** The WHERE condition of a list, whatever its order and page. `ours`: the condition for our turn. */
export function listed(filters: ListFilters, ours = isOurTurn): SQL | undefined {
  const { q, service, country, payment, turn, answer, waits, ends, tasks } = filters;
  return and(
    service === "all" ? undefined : eq(t.visaServiceId, service),
    country === "all" ? undefined : sql`${t.visaServiceId} = any(${servicesOf(country)})`,
    payment === "all" ? undefined : eq(t.paymentStatus, payment),
    turn === "all" ? undefined : turn === "office" ? ours : eq(t.turn, turn),
    waits === "all" ? undefined : waiting[waits],
    ownedCondition(t, filters),
    answer === "overdue" ? hasOverdueAnswer : undefined,
    ends === "all" ? undefined : endsCondition(ends),
    tasks === "all" ? undefined : (tasks === "due" ? lte : lt)(t.taskDueOn, nassauDay()),
    searchCondition(q),
  );
}

const waiting = {
  answered: hasAnswers,
  overdue: hasOverdueRequests,
  withdrawal: asksToWithdraw,
  unverified: isUnverified,
};

/** Days in Nassau. The stored day is of key dates in force alone. */
function endsCondition(ends: (typeof endings)[number], today = nassauDay()): SQL | undefined {
  // As the predicate of its index.
  if (ends === "none") return sql`(${t.status} = 'approved' and not ${t.hasKeyDate})`;
  if (ends === "ended") return lt(t.endsOn, today);
  return between(t.endsOn, today, daysAfter(today, Number(ends)));
}

/** As an array, which is evaluated once; a join would run for every row. */
const servicesOf = (country: string) =>
  sql`array(select s.id from visa_services s join countries c on c.id = s.country_id where c.code = ${country})`;

/**
 * The exact number of matches: from maintained counts if these cover the filters, otherwise by counting rows; null if
 * that would take too long for a page.
 */
export async function countListed(filters: ListFilters): Promise<number | null> {
  const { q, ...more } = filters;
  const isCounted = ([more.age, more.due, more.answer, more.waits, more.ends, more.tasks] as const).every(
    (value) => value === "all",
  );
  if (q === "" && isCounted) return countByFacets(filters);
  return countSome(t, listed(filters));
}

/** Maintained counts don't know days, so subtract our cases that wait for their day. */
export async function countByFacets(filters: ListFilters): Promise<number> {
  const [counted, waiting] = await Promise.all([
    countTurns(filters),
    filters.turn === "office" ? db.$count(t, listed(filters, waitsForItsDay)) : 0,
  ]);
  return Math.max(0, counted - waiting);
}

function countTurns({ status, service, country, payment, turn, owner, me }: ListFilters): Promise<number> {
  return countFacets("applications by facets", (at) =>
    and(
      status.length === 0 ? undefined : inArray(at(0), status),
      service === "all" ? undefined : eq(at(1), service),
      country === "all" ? undefined : sql`${at(1)}::uuid = any(${servicesOf(country)})`,
      ownerCondition(sql`${at(2)}::uuid`, owner, me),
      payment === "all" ? undefined : eq(at(3), payment),
      // A case without a turn is ours until it is decided.
      turn === "office"
        ? and(sql`coalesce(${at(4)}, 'office') = 'office'`, inArray(at(0), undecidedStatuses))
        : undefined,
      turn === "all" || turn === "office" ? undefined : eq(at(4), turn),
    ),
  );
}
