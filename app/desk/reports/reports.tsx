import { Form, useSubmit } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { usdAndCents } from "~/core/prices/money";
import { calendarMonth } from "~/core/time";
import { LeftOut } from "~/desk/reports/left-out";
import type { Figures, ReportMonth } from "~/desk/reports/reports.server";
import { monthsBetween, readReports } from "~/desk/reports/reports.server";
import { DraftTable, EndingTable, MonthTable } from "~/desk/reports/table";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { TextLink } from "~/ui/link";
import { BarChart } from "~/ui/lists/bar-chart";
import { listHref } from "~/ui/lists/list-filter";
import { useFilterForm } from "~/ui/lists/use-filter-form";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/reports";

const path = "/admin/reports";

export const meta: Route.MetaFunction = () => [{ title: "Reports · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const report = await readReports(url.searchParams);
  return { ...report, time: monthsBetween(report.from, report.to).reverse() };
}

type Picture = { title: string; fill: string; value: (figures: Figures) => number; money?: true };
const pictures: readonly Picture[] = [
  { title: "Inquiries", fill: "fill-gold-deep", value: ({ inquiries }) => inquiries },
  { title: "Starts", fill: "fill-sea", value: ({ starts }) => starts },
  { title: "Submissions", fill: "fill-sea", value: ({ submissions }) => submissions },
  { title: "Approvals", fill: "fill-success", value: ({ approvals }) => approvals },
  { title: "Denials", fill: "fill-error", value: ({ denials }) => denials },
  { title: "Revenue in USD", fill: "fill-gold-deep", value: ({ revenue }) => revenue, money: true },
];

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { from, to, service, months, choices, time, samples, ahead } = loaderData;
  const chosen = choices.services.find(({ id }) => id === service)?.name;
  return (
    <>
      <h1 className="text-3xl">Reports</h1>
      <ReportFilter from={from} to={to} service={service} choices={choices} />
      <LeftOut samples={samples} className="mt-4 text-stone" />
      {months.length === 0 ? (
        <div className="mt-5 rounded-xl bg-white shadow-xs ring-1 ring-line">
          <EmptyState title="Nothing happened in this time. Choose a longer one." seed="reports" />
        </div>
      ) : (
        <>
          <Pictures months={months} time={time} />
          <section aria-labelledby="by-month" className="mt-8">
            <h2 id="by-month" className="text-xl">
              By month and service
            </h2>
            <p className="mt-1 mb-3 text-stone">
              Times are medians for what was first answered, submitted or decided that month. Revenue is payments minus
              refunds, excluding reversed entries.
            </p>
            <MonthTable months={months} chosen={chosen} />
          </section>
          <section aria-labelledby="endings" className="mt-8">
            <h2 id="endings" className="text-xl">
              Endings and renewals
            </h2>
            <p className="mt-1 mb-3 text-stone">
              Visas, permits and entry permissions of cases, by the month they end, and their renewals.{" "}
              <AheadLink from={ahead.from} to={ahead.to} service={service} />
            </p>
            <EndingTable months={months} chosen={chosen} />
          </section>
          <section aria-labelledby="drafts" className="mt-8">
            <h2 id="drafts" className="text-xl">
              Unfinished drafts by step
            </h2>
            <p className="mt-1 mb-3 text-stone">By the month they were started.</p>
            <DraftTable months={months} chosen={chosen} />
          </section>
        </>
      )}
    </>
  );
}

const AheadLink = ({ from, to, service }: { from: string; to: string; service: string }) => (
  <TextLink to={listHref(path, { from, to, service: service || undefined })}>Show the next 12 months</TextLink>
);

function Pictures({ months, time }: { months: readonly ReportMonth[]; time: readonly string[] }) {
  const byMonth = new Map(months.map(({ month, all }) => [month, all]));
  return (
    <section aria-label="Over time" className="mt-5 rounded-xl bg-white p-5 shadow-xs ring-1 ring-line">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
        {pictures.map(({ title, fill, value, money }) => (
          <BarChart
            key={title}
            title={title}
            fill={fill}
            format={money ? (amount) => usdAndCents(String(amount)) : undefined}
            bars={time.map((month) => {
              const all = byMonth.get(month);
              return { label: calendarMonth(`${month}-01`), value: all ? value(all) : 0 };
            })}
          />
        ))}
      </div>
    </section>
  );
}

type Choices = Route.ComponentProps["loaderData"]["choices"];
type ReportFilterProps = { from: string; to: string; service: string; choices: Choices };

/** Range and service, both in the URL. */
function ReportFilter({ from, to, service, choices }: ReportFilterProps) {
  const submit = useSubmit();
  const { form, apply } = useFilterForm({ from, to, service }, (fields) =>
    submit(fields, { action: path, preventScrollReset: true, replace: true }),
  );
  const choose = () => apply();
  const months = [...new Set([...choices.months, from, to])].sort().reverse();
  const options = months.map((month) => ({ value: month, label: calendarMonth(`${month}-01`) }));
  return (
    <Form
      ref={form}
      method="get"
      action={path}
      preventScrollReset
      aria-label="What the reports show"
      className="mt-5 grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap"
    >
      <Field id="from" label="First month" className="min-w-0 lg:w-44">
        <Select name="from" size="sm" defaultValue={from} onChange={choose} options={options} />
      </Field>
      <Field id="to" label="Last month" className="min-w-0 lg:w-44">
        <Select name="to" size="sm" defaultValue={to} onChange={choose} options={options} />
      </Field>
      <Field id="service" label="Service" className="min-w-0 lg:w-72">
        <Select name="service" size="sm" defaultValue={service} onChange={choose} placeholder="All services">
          {choices.services.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="outline" size="sm" className="min-h-10 not-noscript:hidden">
        Show
      </Button>
      {service ? (
        <ButtonLink to={`${path}?from=${from}&to=${to}`} variant="quiet" size="sm" className="min-h-10">
          All services
        </ButtonLink>
      ) : null}
    </Form>
  );
}
