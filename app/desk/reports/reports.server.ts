import { and, between, desc, eq, inArray, lte, not, or } from "drizzle-orm";
import { z } from "zod";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { countSamples } from "~/db/counts.server";
import { visaServices } from "~/db/schema/catalogue";
import { reportFigures } from "~/db/schema/reports";
import { refreshReports } from "./refresh.server";

const monthInput = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .optional()
  .catch(undefined);
const filters = z.object({ from: monthInput, to: monthInput, service: z.string().max(200).catch("").default("") });

export type Figures = {
  inquiries: number;
  starts: number;
  submissions: number;
  approvals: number;
  denials: number;
  /** Medians in seconds; null if nothing was answered, submitted or decided. */
  toAnswer: number | null;
  toSubmission: number | null;
  toDecision: number | null;
  revenue: number;
  /** Unfinished drafts by their current step. */
  drafts: Record<number, number>;
  /** Visas, permits and entry permissions that end, and of how many a renewal was started, submitted and approved. */
  endings: number;
  renewals: number;
  renewalsSubmitted: number;
  renewalsApproved: number;
};
type ReportRow = { service: string; figures: Figures };
/** `all`: the total; `services`: by service. */
export type ReportMonth = { month: string; all: Figures; services: ReportRow[] };

const none = (): Figures => ({
  ...{ inquiries: 0, starts: 0, submissions: 0, approvals: 0, denials: 0, revenue: 0, drafts: {} },
  ...{ endings: 0, renewals: 0, renewalsSubmitted: 0, renewalsApproved: 0 },
  ...{ toAnswer: null, toSubmission: null, toDecision: null },
});

type Stored = typeof reportFigures.$inferSelect;

function addMetric(metrics: Figures, { subject, n, median, amount, step }: Stored): void {
  if (subject === "answers") metrics.toAnswer = median;
  else if (subject === "decisions") metrics.toDecision = median;
  else if (subject === "revenue") metrics.revenue = Number(amount ?? 0);
  else if (subject === "drafts") metrics.drafts[step] = n;
  else if (subject === "submissions") Object.assign(metrics, { submissions: n, toSubmission: median });
  else if (subject === "renewals submitted") metrics.renewalsSubmitted = n;
  else if (subject === "renewals approved") metrics.renewalsApproved = n;
  else if (subject === "endings" || subject === "renewals") metrics[subject] = n;
  else if (subject === "inquiries" || subject === "starts" || subject === "approvals" || subject === "denials")
    metrics[subject] = n;
}

const isEmpty = (metrics: Figures) =>
  Object.values(metrics).every((value) =>
    typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value,
  );

/**
 * The figures by month and service, the newest month first. Inquiries store the name of a service: they count for the
 * service of that name.
 */
export async function readReports(search: URLSearchParams) {
  const filter = filters.parse(Object.fromEntries(search));
  const now = nassauDay().slice(0, 7);
  const to = filter.to ?? now;
  const from = filter.from ?? monthsBefore(to, 11);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return db.transaction(async (tx) => {
    await refreshReports(tx);
    const services = await tx
      .select({ id: visaServices.id, name: visaServices.serviceName })
      .from(visaServices)
      .orderBy(visaServices.serviceName);
    const chosen = services.find(({ id }) => id === filter.service);
    const rows = await tx
      .select()
      .from(reportFigures)
      .where(
        and(
          between(reportFigures.month, `${first}-01`, `${last}-01`),
          chosen
            ? or(
                eq(reportFigures.service, chosen.id),
                and(eq(reportFigures.service, chosen.name), inArray(reportFigures.subject, ["inquiries", "answers"])),
              )
            : undefined,
        ),
      );
    const names = new Map(services.map(({ id, name }) => [id, name]));
    const nameOf = (service: string) => (service === "none" ? "No service" : (names.get(service) ?? service));
    const months = inMonths(rows, nameOf, chosen?.name);
    const choices = { months: monthsBetween(await earliest(tx), later(await latest(tx, now), last)), services };
    const samples = await countSamples(tx);
    const ahead = { from: now, to: monthsBefore(now, -11) };
    return { from: first, to: last, service: chosen?.id ?? "", months, choices, samples, ahead };
  });
}

function inMonths(
  rows: readonly Stored[],
  nameOf: (service: string) => string,
  only: string | undefined,
): ReportMonth[] {
  const months = new Map<string, { all: Figures; services: Map<string, Figures> }>();
  for (const row of rows) {
    const month = row.month.slice(0, 7);
    const of = months.get(month) ?? { all: none(), services: new Map<string, Figures>() };
    months.set(month, of);
    if (row.service === "*") addMetric(of.all, row);
    else {
      const name = nameOf(row.service);
      const metrics = of.services.get(name) ?? none();
      of.services.set(name, metrics);
      addMetric(metrics, row);
    }
  }
  return [...months]
    .map(([month, { all, services }]) => ({
      month,
      all: only === undefined ? all : (services.get(only) ?? none()),
      services: [...services]
        .map(([service, figures]) => ({ service, figures }))
        .sort((a, b) => a.service.localeCompare(b.service)),
    }))
    .filter(({ all }) => !isEmpty(all))
    .sort((a, b) => b.month.localeCompare(a.month));
}

/** Subjects by the day on which something ends, which may be in the future, or long before there was a desk. */
const bySubjectOfEndings = inArray(reportFigures.subject, [
  ...["endings", "renewals", "renewals submitted", "renewals approved"],
]);

async function earliest(tx: Pick<typeof db, "select">): Promise<string> {
  const [row] = await tx
    .select({ month: reportFigures.month })
    .from(reportFigures)
    .where(not(bySubjectOfEndings))
    .orderBy(reportFigures.month)
    .limit(1);
  return (row?.month ?? nassauDay()).slice(0, 7);
}

/** How far ahead the choice of months reaches, if something ends there. */
const monthsAhead = 24;

async function latest(tx: Pick<typeof db, "select">, now: string): Promise<string> {
  const [row] = await tx
    .select({ month: reportFigures.month })
    .from(reportFigures)
    .where(and(eq(reportFigures.subject, "endings"), lte(reportFigures.month, `${monthsBefore(now, -monthsAhead)}-01`)))
    .orderBy(desc(reportFigures.month))
    .limit(1);
  return later(now, row?.month.slice(0, 7) ?? now);
}

function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - count)).toISOString().slice(0, 7);
}

const later = (a: string, b: string) => [a, b].sort().at(-1) ?? a;

/** The months of a range, the newest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first && months.length < 600; month = monthsBefore(month, 1)) months.push(month);
  return months;
}
