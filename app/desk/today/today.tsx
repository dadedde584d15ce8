import { ChevronRight } from "lucide-react";
import { data, Form, Link, redirect } from "react-router";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { countOverdueAnswers } from "~/cases/messages/desk/overdue-answers.server";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import { hasSamplePeople, removeSamplePeople } from "~/sample/remove-sample.server";
import { SubmitButton } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/today";
import { LineKeys } from "./line-keys";
import { LineList } from "./line-list";
import { folded, type GroupData, groups } from "./lines";
import { readToday } from "./read-today.server";

export const meta: Route.MetaFunction = () => [{ title: "Today · Lucaya staff" }];

/** `/admin`: open work of the staff, promised work first. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const { notice, headers } = readFlash(request);
  const confirmed = url.searchParams.get("confirm") === "sample-people" && staff.role === "super_admin";
  const [today, overdue, asking] = await Promise.all([
    readToday(staff.adminId),
    countOverdueAnswers(),
    confirmed ? hasSamplePeople() : false,
  ]);
  return data({ today, overdue, asking, removed: notice === "samples-removed" }, { headers });
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const form = await readForm(request);
  if (form.get("intent") !== "remove-sample-people") throw data(null, 400);
  const { address } = context.get(requestContext);
  const result = await removeSamplePeople({ staff, address });
  if (!result.ok) throw data({ reason: "role" }, 403);
  return redirect("/admin", { headers: { "Set-Cookie": flash("samples-removed") } });
}

export default function Today({ loaderData: { today, overdue, asking, removed } }: Route.ComponentProps) {
  const shown = today.filter(({ read }) => read?.count !== 0);
  const waiting = shown.filter(({ id }) => !folded.has(id));
  const lookAfter = shown.filter(({ id }) => folded.has(id));
  return (
    <>
      {asking ? <ConfirmSampleRemoval /> : null}
      {removed ? (
        <Banner tone="success" role="alert" className="mb-4">
          The sample people were removed.
        </Banner>
      ) : null}
      <OverdueAnswers cases={overdue} />
      <LineKeys rows={waiting}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {waiting.length > 0 ? (
            waiting.map((group) => <Group key={group.id} {...group} />)
          ) : (
            <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
              <EmptyState
                title="Nothing is waiting. New inquiries, answers and overdue requests appear here."
                seed="today"
              />
            </div>
          )}
          {lookAfter.length > 0 ? <ToLookAfter groups={lookAfter} /> : null}
        </div>
      </LineKeys>
    </>
  );
}

const counted = (n: number) => n.toLocaleString("en-US");

/**
 * Work that nobody waits for, collapsed, with counts; open if a group could not be read. Keys move onto its summary as
 * onto a row, because what is inside can't have the focus before it is opened.
 */
function ToLookAfter({ groups: own }: { groups: readonly GroupData[] }) {
  return (
    <details className="group/folded" open={own.some(({ read }) => read === null)}>
      <summary
        data-row="to-look-after"
        className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-white px-4 py-1.5 text-sm shadow-xs ring-1 ring-line hover:bg-foam sm:px-5"
      >
        <h2 className="flex items-center gap-1.5 font-sans text-sm font-semibold tracking-normal max-sm:w-full">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open/folded:rotate-90" />
          To look after
        </h2>
        {own.map(({ id, read }) => (
          <span key={id} className="text-stone">
            {groups[id].title}{" "}
            <span className="font-medium text-ink tabular-nums">{read ? counted(read.count) : "?"}</span>
          </span>
        ))}
      </summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
        {own.map((group) => (
          <Group key={group.id} {...group} />
        ))}
      </div>
    </details>
  );
}

function Group({ id, read }: GroupData) {
  const { title, to } = groups[id];
  return (
    <section aria-labelledby={`group-${id}`} className="overflow-hidden rounded-xl bg-white shadow-xs ring-1 ring-line">
      <h2 id={`group-${id}`} className="font-sans text-sm font-semibold tracking-normal">
        <PageLink
          to={to}
          className="flex min-h-11 items-center gap-3 px-4 py-1.5 -outline-offset-3 hover:bg-foam sm:px-5"
        >
          {title}
          {read ? (
            <span className="rounded-full bg-navy px-2 text-xs leading-5 text-white tabular-nums">
              {counted(read.count)}
            </span>
          ) : null}
        </PageLink>
      </h2>
      {read ? null : (
        <p role="alert" className="border-t border-line px-4 py-3 sm:px-5">
          This could not be loaded.{" "}
          <a href="/admin" className="font-semibold text-sea-ink underline underline-offset-4">
            Try again.
          </a>
        </p>
      )}
      {read && read.lines.length > 0 ? <LineList lines={read.lines} /> : null}
      {read && read.count > read.lines.length ? (
        <PageLink
          to={to}
          className="flex min-h-10 items-center border-t border-line px-4 font-semibold text-sea-ink -outline-offset-3 hover:bg-foam hover:underline sm:px-5"
        >
          Show all {counted(read.count)}
          <span className="sr-only"> of {title}</span>
        </PageLink>
      ) : null}
    </section>
  );
}

/** The number of cases waiting longer for an answer than promised, with a link to exactly these. */
function OverdueAnswers({ cases }: { cases: number }) {
  if (cases === 0) return null;
  return (
    <Banner tone="warning" className="mb-4">
      <Link
        to="/admin/applications?answer=overdue"
        className="inline-flex min-h-6 items-center rounded-xs font-semibold underline underline-offset-4"
      >
        {cases === 1 ? "1 case has" : `${cases.toLocaleString("en-US")} cases have`} an overdue reply
      </Link>
    </Banner>
  );
}

function ConfirmSampleRemoval() {
  return (
    <QuestionDialog
      title="Remove all sample people?"
      description="All sample applications, inquiries, reviews, views and emails will be deleted. Real ones are kept. You can’t undo this."
      back="/admin"
      form={
        <Form method="post" replace>
          <input type="hidden" name="intent" value="remove-sample-people" />
          <SubmitButton variant="danger" busyLabel="Removing…">
            Remove sample people
          </SubmitButton>
        </Form>
      }
    />
  );
}
