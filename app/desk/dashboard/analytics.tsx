import type { Period, Range, readAnalytics, Step } from "~/catalogue/analytics.server";
import { calendarDate, calendarMonth } from "~/core/time";
import { ButtonLink } from "~/ui/button";
import { BarChart } from "~/ui/lists/bar-chart";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";

type Analytics = Awaited<ReturnType<typeof readAnalytics>>;

const rangeNames: Record<Range, string> = { "30": "30 days", "90": "90 days", "365": "A year", all: "All time" };
const stepNames: Record<Step, string> = { day: "per day", week: "per week", month: "per month" };

export function OverTime({ range, step, periods }: Pick<Analytics, "range" | "step" | "periods">) {
  const label = ({ from }: Period) => (step === "month" ? calendarMonth : calendarDate)(from);
  return (
    <section aria-labelledby="over-time" className="min-w-0 rounded-xl bg-white p-5 shadow-xs ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="over-time" className="text-xl">
          Over time
        </h2>
        <nav aria-label="Range" className="flex flex-wrap gap-1.5">
          {(["30", "90", "365", "all"] as const).map((period) => (
            <ButtonLink
              key={period}
              to={period === "30" ? "/admin/analytics" : `/admin/analytics?range=${period}`}
              preventScrollReset
              replace
              size="sm"
              variant={period === range ? "primary" : "outline"}
              aria-current={period === range ? "true" : undefined}
            >
              {rangeNames[period]}
            </ButtonLink>
          ))}
        </nav>
      </div>
      <div className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <BarChart
          title={`Service views ${stepNames[step]}`}
          bars={periods.map((period) => ({ label: label(period), value: period.views }))}
          fill="fill-sea"
        />
        <BarChart
          title={`Inquiries ${stepNames[step]}`}
          bars={periods.map((period) => ({ label: label(period), value: period.inquiries }))}
          fill="fill-gold-deep"
        />
      </div>
    </section>
  );
}

export function Popular({ popular }: Pick<Analytics, "popular">) {
  const maxCount = popular[0]?.count ?? 1;
  return (
    <section aria-labelledby="popular">
      <h2 id="popular" className="text-xl">
        Popular services
      </h2>
      <ol className="mt-3 overflow-hidden rounded-xl bg-white shadow-xs ring-1 ring-line">
        {popular.map(({ id, name, slug, count }, index) => (
          <li key={id} className="relative isolate border-line not-last:border-b">
            <span
              aria-hidden
              className="absolute inset-y-0 left-0 -z-10 bg-foam"
              style={{ width: `${(count / maxCount) * 100}%` }}
            />
            <PageLink
              to={`/visa/${slug}`}
              className="flex min-h-11 items-center gap-3 px-4 py-1.5 -outline-offset-3 hover:underline"
            >
              <span className="w-5 shrink-0 text-right text-stone tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1">{name}</span>
              <span className="shrink-0 font-semibold tabular-nums">{count.toLocaleString("en-US")}</span>
            </PageLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function NoAnalytics() {
  return (
    <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
      <EmptyState title="No analytics data available yet" seed="analytics">
        <p>Views of the services and inquiries are counted here from the first one on.</p>
      </EmptyState>
    </div>
  );
}
