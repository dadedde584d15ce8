import { and, type Column, eq, gt, inArray, isNull, lt, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nassauDay } from "~/core/time";
import { doneStatuses } from "./due";
import { ages, dues, ownerFilters } from "./owned-filters";

/** As in the URL. */
export const ownedShape = {
  owner: z.union([z.enum(["all", ...ownerFilters]), z.uuid()]).catch("all"),
  age: z.enum(["all", ...ages]).catch("all"),
  due: z.enum(["all", ...dues]).catch("all"),
};
export type OwnedFilters = {
  status: readonly string[];
  owner: string;
  age: "all" | (typeof ages)[number];
  due: "all" | (typeof dues)[number];
  /** The admin whom `me` means. */
  me: string;
};

type Columns = { ownerId: Column; dueDay: Column; status: Column; createdAt: Column };

export const ownedCondition = (t: Columns, { status, owner, age, due, me }: OwnedFilters): SQL | undefined =>
  and(
    status.length === 0 ? undefined : inArray(t.status, [...status]),
    ownerCondition(sql`${t.ownerId}`, owner, me),
    ageCondition(t, age),
    dueCondition(t, due),
  );

export function ownerCondition(ownerId: SQL, owner: string, me: string): SQL | undefined {
  if (owner === "all") return undefined;
  if (owner === "none") return sql`${ownerId} is null`;
  if (owner === "inactive")
    return sql`(${ownerId} is null or ${ownerId} in (select id from admin_users where not is_active))`;
  const admin = owner === "me" ? me : owner;
  return z.uuid().safeParse(admin).success ? sql`${ownerId} = ${admin}::uuid` : sql`false`;
}

const hours = { day: 24, week: 7 * 24, month: 30 * 24, older: 30 * 24 } as const;

function ageCondition({ createdAt }: Columns, age: OwnedFilters["age"]): SQL | undefined {
  if (age === "all") return undefined;
  const threshold = sql`now() - make_interval(hours => ${hours[age]}::int)`;
  return age === "older" ? lte(createdAt, threshold) : gt(createdAt, threshold);
}

const dayMs = 86_400_000;
const later = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Days in Nassau; a week is Monday to Sunday, as for appointments. */
function dueCondition({ dueDay, status }: Columns, due: OwnedFilters["due"]): SQL | undefined {
  const today = nassauDay();
  const monday = later(today, -((new Date(today).getUTCDay() + 6) % 7));
  switch (due) {
    case "all":
      return undefined;
    case "none":
      return isNull(dueDay);
    case "today":
      return eq(dueDay, today);
    case "week":
      return and(sql`${dueDay} >= ${monday}`, lt(dueDay, later(monday, 7)));
    case "overdue":
      return and(lt(dueDay, today), isNotDone(status));
  }
}

/** As text, because the statuses of the two kinds differ. */
export const isNotDone = (status: Column) => notInArray(sql`${status}::text`, [...doneStatuses]);
