import { data, Link } from "react-router";
import { EmailText } from "~/accounts/email-text";
import { readFlash } from "~/accounts/flash.server";
import { nassauListDate, nassauTime } from "~/accounts/nassau-time";
import { requireStaff } from "~/accounts/staff.server";
import { isDatabaseAway } from "~/db/failure.server";
import { mailStatuses } from "~/db/schema/values";
import { log } from "~/log.server";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListFilter, listPath, RefreshLink } from "~/ui/list-filter";
import { Pagination } from "~/ui/pagination";
import { StatCard } from "~/ui/stat-card";
import { Table, Td, Th, Tr } from "~/ui/table";
import type { Route } from "./+types/admin.log";
import { kindLabel, MailStatus } from "./mail-status";
import { countMails, listedKinds, listMails, readMailFilters, readMailTrouble } from "./staff-log.server";

const path = "/admin/emails";

export const meta: Route.MetaFunction = () => [{ title: "Emails · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const filters = readMailFilters(url.searchParams);
  const [page, counts, trouble] = await Promise.all([
    orEmpty("the emails", listMails(filters), { rows: [], older: null, newer: null }),
    orEmpty("the counts of the emails", countMails(), { total: 0, sent: 0, delivered: 0, pending: 0, failed: 0 }),
    orEmpty("what keeps emails back", readMailTrouble(), null),
  ]);
  const { notice, headers } = readFlash(request);
  return data({ ...page, counts, trouble, filters, kinds: listedKinds, resent: notice === "mail-resent" }, { headers });
}

/** A failed read is logged and says nothing (A-MAILLOG-12). */
async function orEmpty<T>(what: string, read: Promise<T>, empty: T): Promise<T> {
  return read.catch((err: unknown) => {
    if (isDatabaseAway(err)) throw err;
    log.error({ err }, `${what} could not be read`);
    return empty;
  });
}

const cards = [
  ["Total", "all", "total"],
  ["Sent", "sent", "sent"],
  ["Pending", "pending", "pending"],
  ["Failed", "failed", "failed"],
] as const;

export default function MailLog({ loaderData }: Route.ComponentProps) {
  const { rows, older, newer, counts, trouble, filters, kinds, resent } = loaderData;
  const { q, status, type, before, after } = filters;
  const here = listPath(path, { q, status, type, ...(before ? { before } : after ? { after } : {}) });
  const filtered = Boolean(q || status !== "all" || type !== "all" || before || after);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Emails</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin" variant="outline" size="sm">
            Dashboard
          </ButtonLink>
          <ButtonLink to="/admin/applications" variant="outline" size="sm">
            Applications
          </ButtonLink>
          <RefreshLink to={here} />
        </div>
      </div>
      {trouble ? (
        <Banner
          tone="error"
          title={
            trouble.waiting === 1
              ? "An email waits to be sent"
              : `${trouble.waiting.toLocaleString("en-US")} emails wait to be sent`
          }
          className="mt-4"
        >
          <p className="[overflow-wrap:anywhere]">{trouble.words}</p>
          <p className="mt-1">
            Nothing is lost: they go out by themselves once the setting is mended and Lucaya started again.
          </p>
        </Banner>
      ) : null}
      {resent ? (
        <Banner tone="success" role="alert" className="mt-4">
          The email is on its way once more.
        </Banner>
      ) : null}
      <div className="mt-5 grid grid-cols-2 gap-3 xl:grid-cols-4">
        {cards.map(([label, value, name]) => (
          <StatCard
            key={value}
            label={label}
            value={counts[name].toLocaleString("en-US")}
            detail={name === "sent" ? `${counts.delivered.toLocaleString("en-US")} confirmed as delivered` : undefined}
            to={listPath(path, { q, type, status: value })}
            current={status === value && value !== "all"}
          />
        ))}
      </div>
      <ListFilter
        label="Emails"
        path={path}
        finds="Name, email or subject"
        q={q}
        selects={[
          {
            name: "status",
            label: "Status",
            value: status,
            options: [{ value: "all", label: "All statuses" }, ...options(mailStatuses)],
          },
          {
            name: "type",
            label: "Type",
            value: type,
            options: [{ value: "all", label: "All types" }, ...options(kinds)],
          },
        ]}
      />
      <div className="mt-4">
        {rows.length === 0 ? (
          <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
            <EmptyState
              title="No emails found matching your filters"
              seed="emails"
              action={
                filtered ? (
                  <ButtonLink to={path} variant="outline">
                    Show all emails
                  </ButtonLink>
                ) : null
              }
            />
          </div>
        ) : (
          <MailTable rows={rows} search={here.slice(path.length)} />
        )}
      </div>
      <Pagination
        label="Emails"
        previous={newer ? listPath(path, { q, status, type, after: newer }) : undefined}
        next={older ? listPath(path, { q, status, type, before: older }) : undefined}
        previousLabel="Newer"
        nextLabel="Older"
        className={older || newer ? "mt-4" : "hidden"}
      />
    </>
  );
}

const options = (values: readonly string[]) => values.map((value) => ({ value, label: kindLabel(value) }));

function MailTable({ rows, search }: Pick<Route.ComponentProps["loaderData"], "rows"> & { search: string }) {
  return (
    <Table label="Emails, newest first" frameClassName="relative md:max-xl:overflow-x-auto">
      <thead>
        <Tr>
          <Th>Recipient</Th>
          <Th>Subject</Th>
          <Th>Type</Th>
          <Th>Status</Th>
          <Th>Date</Th>
          <Th>Actions</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td label="Recipient">
              <div className="min-w-0 md:min-w-40">
                {row.name ? <span className="block font-medium">{row.name}</span> : null}
                <EmailText email={row.email} className={row.name ? "block text-xs text-stone" : ""} />
              </div>
            </Td>
            <Td label="Subject">
              <div className="min-w-0 [overflow-wrap:anywhere] md:min-w-48">
                {row.subject}
                {row.isSample ? (
                  <Badge tone="sand" className="ml-2">
                    Sample
                  </Badge>
                ) : null}
              </div>
            </Td>
            <Td label="Type">{kindLabel(row.kind)}</Td>
            <Td label="Status">
              <MailStatus status={row.status} />
            </Td>
            <Td label="Date" className="whitespace-nowrap">
              <time dateTime={row.createdAt.toISOString()} title={nassauTime(row.createdAt)}>
                {nassauListDate(row.createdAt)}
              </time>
            </Td>
            <Td label="Actions">
              <Link
                to={`${path}/${row.id}${search}`}
                className="-mx-2 inline-flex min-h-9 items-center rounded-sm px-2 font-semibold text-sea-ink hover:bg-foam hover:underline max-md:min-h-11"
              >
                Details<span className="sr-only"> of “{row.subject}”</span>
              </Link>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
