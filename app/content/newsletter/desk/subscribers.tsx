import { data, Form, redirect } from "react-router";
import { flash, type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { ContentTrail } from "~/content/content-trail";
import { statusOf } from "~/core/verbs/refused";
import { orEmpty } from "~/db/failure.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink, SubmitButton } from "~/ui/button";
import { Badge, type BadgeTone } from "~/ui/lists/badge";
import { DeskList } from "~/ui/lists/desk-list";
import { listHref } from "~/ui/lists/list-filter";
import { ListTime } from "~/ui/lists/list-table";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import type { NoticeTone } from "~/ui/notices/tone";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/subscribers";
import { removeSubscriber } from "./remove-subscriber.server";
import {
  countSubscribers,
  listSubscribers,
  readSubscriber,
  readSubscriberFilters,
  type Subscriber,
  type SubscriberState,
} from "./subscribers.server";

const path = "/admin/content/newsletter";

export const meta: Route.MetaFunction = () => [{ title: "Newsletter · Lucaya staff" }];

/** `/admin/content/newsletter`: the subscribers. `?remove=` shows the confirmation before one is removed. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  const filters = readSubscriberFilters(url.searchParams);
  const none = { all: 0, waiting: 0, subscribed: 0, unsubscribed: 0 };
  const [page, counts, removing] = await Promise.all([
    orEmpty("the subscribers", listSubscribers(filters), { rows: [], older: null, newer: null }),
    orEmpty("the counts of the subscribers", countSubscribers(), none),
    readSubscriber(url.searchParams.get("remove")),
  ]);
  const { notice, headers } = readFlash(request);
  return data({ ...page, counts, filters, removing, notice, mayExport: role === "super_admin" }, { headers });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const result = await removeSubscriber(by, form);
  if (!result.ok) return data({ problem: result.message }, statusOf(result));
  const { before: _, after: __, ...filters } = readSubscriberFilters(url.searchParams);
  throw redirect(listHref(path, filters), { headers: { "Set-Cookie": flash("subscriber-removed") } });
}

const looks: Record<SubscriberState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting for confirmation", tone: "yellow" },
  subscribed: { label: "Subscribed", tone: "green" },
  unsubscribed: { label: "Unsubscribed", tone: "gray" },
};

const noticeTexts: Partial<Record<Notice, readonly [NoticeTone, string]>> = {
  "subscriber-removed": ["success", "The address was removed. It won’t receive anything else."],
  "export-busy": ["error", "Two exports are running already. Please try again in a minute."],
  "export-failed": ["error", "The file could not be made. Please try again."],
};

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, older, newer, counts, filters, removing, notice, mayExport } = loaderData;
  const { q, status, before, after } = filters;
  return (
    <>
      <div className="mb-0.5 lg:-mx-4 max-md:first:-mt-3 md:first:-mt-5">
        <ContentTrail />
      </div>
      <DeskList
        title="Newsletter"
        links={
          <ButtonLink to={`${path}/issues`} variant="outline" size="sm">
            Issues
          </ButtonLink>
        }
        actions={mayExport ? <ExportForm /> : null}
        notice={(notice && noticeTexts[notice]) ?? null}
        path={path}
        filters={{ q, status }}
        row={before ? { before } : { after }}
        cards={[
          { label: "All", status: "all", count: counts.all },
          { label: "Subscribed", status: "subscribed", count: counts.subscribed },
          { label: "Waiting for confirmation", status: "waiting", count: counts.waiting },
          { label: "Unsubscribed", status: "unsubscribed", count: counts.unsubscribed },
        ]}
        searchLabel="Email address"
        selects={[]}
        empty={{
          title: q || status !== "all" || before || after ? "No address found" : "Nobody has subscribed yet.",
          filtered: "Try another part of the address.",
          unfiltered: status === "all" ? "People who subscribe on the blog appear here." : "",
        }}
        rows={rows}
        previous={{ label: "Newer", after: newer }}
        next={{ label: "Older", before: older }}
      >
        {() => <SubscriberTable rows={rows} filters={{ q, status, before, after }} />}
      </DeskList>
      {removing ? (
        <ConfirmRemoval
          {...removing}
          back={listHref(path, { q, status, before, after })}
          problem={actionData?.problem}
        />
      ) : null}
    </>
  );
}

/** A plain form, because the response is a download. */
function ExportForm() {
  return (
    <form method="post" action={`${path}/export`} data-fresh="">
      <Button type="submit" variant="outline" size="sm">
        Export CSV
      </Button>
    </form>
  );
}

type Filters = Record<string, string | undefined>;

function SubscriberTable({ rows, filters }: { rows: readonly Subscriber[]; filters: Filters }) {
  return (
    <Table label="Subscribers, newest first" narrow="rows">
      <thead>
        <Tr>
          <Th>Email</Th>
          <Th className="w-56">Status</Th>
          <Th className="w-28">Since</Th>
          <Th className="w-24">Actions</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map(({ id, email, state, since }) => (
          <Tr key={id}>
            <Td at="title" title={email}>
              <bdi className="block truncate font-medium">{email}</bdi>
            </Td>
            <Td at="mark">
              <Badge tone={looks[state].tone}>{looks[state].label}</Badge>
            </Td>
            <Td at="end">
              <ListTime at={since} />
            </Td>
            <Td at="link">
              <PageLink
                to={listHref(path, { ...filters, remove: id })}
                data-row={id}
                preventScrollReset
                className="row-link"
              >
                Remove<span className="sr-only"> {email}</span>
              </PageLink>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

type ConfirmProps = { id: string; email: string; back: string; problem: string | undefined };

function ConfirmRemoval({ id, email, back, problem }: ConfirmProps) {
  return (
    <QuestionDialog
      title="Remove this address?"
      description={
        <>
          <p className="font-medium break-all text-ink">{email}</p>
          <p className="mt-2">
            It’s removed from the list and won’t receive anything else, including an issue being sent now. You can’t
            undo this.
          </p>
        </>
      }
      back={back}
      form={
        <Form method="post" replace data-keep="no">
          <input type="hidden" name="subscriber" value={id} />
          <SubmitButton variant="danger" busyLabel="Removing…">
            Remove
          </SubmitButton>
        </Form>
      }
      problem={problem}
    />
  );
}
