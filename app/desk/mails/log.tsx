import { data, Link } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { orEmpty } from "~/db/failure.server";
import { mailStatuses } from "~/db/schema/values";
import { kindLabel, MailStatus } from "~/mail/mail-status";
import { isReceiving } from "~/mail/reply-address.server";
import { listedKinds } from "~/mail/templates";
import { countUnverified } from "~/received-mail/place/store-unverified.server";
import { ButtonLink } from "~/ui/button";
import { SampleMark } from "~/ui/lists/badge";
import { DeskList } from "~/ui/lists/desk-list";
import { ListTime } from "~/ui/lists/list-table";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/log";
import { countMails, listMails, readBlockedMails, readMailFilters } from "./log.server";

const path = "/admin/emails";

export const meta: Route.MetaFunction = () => [{ title: "Emails · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const filters = readMailFilters(url.searchParams);
  const [page, counts, trouble, unverified] = await Promise.all([
    orEmpty("the emails", listMails(filters), { rows: [], older: null, newer: null }),
    orEmpty("the counts of the emails", countMails(), { total: 0, sent: 0, delivered: 0, pending: 0, failed: 0 }),
    orEmpty("what keeps emails back", readBlockedMails(), null),
    orEmpty("the unverified replies", countUnverified(db), 0),
  ]);
  const { notice, headers } = readFlash(request);
  const shown = { ...page, counts, trouble, filters, kinds: listedKinds, resent: notice === "mail-resent" };
  return data({ ...shown, unverified: isReceiving() || unverified > 0 ? unverified : null }, { headers });
}

const cards = [
  ["Total", "all", "total"],
  ["Sent", "sent", "sent"],
  ["Pending", "pending", "pending"],
  ["Failed", "failed", "failed"],
] as const;

/** Mails past their retention period have no subject. */
const subjectOf = ({ subject }: { subject: string }): string => subject || "Text removed";

export default function MailLog({ loaderData }: Route.ComponentProps) {
  const { rows, older, newer, counts, trouble, filters, kinds, resent, unverified } = loaderData;
  const { q, status, type, before, after } = filters;
  return (
    <DeskList
      title="Emails"
      links={
        unverified === null ? null : (
          <ButtonLink to="/admin/emails/unverified" variant="outline" size="sm">
            Unverified replies <span className="tabular-nums">{unverified.toLocaleString("en-US")}</span>
          </ButtonLink>
        )
      }
      more={
        <>
          <ButtonLink to="/admin" variant="outline" size="sm">
            Dashboard
          </ButtonLink>
          <ButtonLink to="/admin/applications" variant="outline" size="sm">
            Applications
          </ButtonLink>
        </>
      }
      notice={resent ? ["success", "The email is being sent again."] : null}
      warning={trouble ? <Waiting {...trouble} /> : null}
      path={path}
      filters={{ q, status, type }}
      row={before ? { before } : { after }}
      cards={cards.map(([label, of, name]) => ({
        label,
        status: of,
        count: counts[name],
        detail: name === "sent" ? `${counts.delivered.toLocaleString("en-US")} confirmed as delivered` : undefined,
      }))}
      searchLabel="Name, email or subject"
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
      empty={{ title: "No emails found matching your filters" }}
      rows={rows}
      previous={{ label: "Newer", after: newer }}
      next={{ label: "Older", before: older }}
    >
      {(search) => <MailTable rows={rows} search={search} />}
    </DeskList>
  );
}

/** Warns that wrong settings block emails. */
function Waiting({ waiting, words }: { waiting: number; words: string }) {
  const title =
    waiting === 1
      ? "1 email is waiting to be sent"
      : `${waiting.toLocaleString("en-US")} emails are waiting to be sent`;
  return (
    <Banner tone="error" title={title} className="mt-4">
      <p className="[overflow-wrap:anywhere]">{words}</p>
      <p className="mt-1">
        Nothing is lost. They’ll be sent automatically once the setting is fixed and Lucaya has been restarted.
      </p>
    </Banner>
  );
}

const options = (values: readonly string[]) => values.map((value) => ({ value, label: kindLabel(value) }));

function MailTable({ rows, search }: Pick<Route.ComponentProps["loaderData"], "rows"> & { search: string }) {
  return (
    <Table label="Emails, newest first" narrow="rows">
      <thead>
        <Tr>
          <Th>Recipient</Th>
          <Th className="max-lg:hidden">Subject</Th>
          <Th className="w-52 max-xl:hidden">Type</Th>
          <Th className="w-36">Status</Th>
          <Th className="w-24">Date</Th>
          <Th className="w-20">Actions</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td at="title" title={[row.name, row.email].filter(Boolean).join(" · ")}>
              <span className="flex min-w-0 items-center gap-1.5">
                {row.name ? <bdi className="truncate font-medium">{row.name}</bdi> : null}
                {row.isSample ? <SampleMark short /> : null}
                <bdi className={`min-w-0 flex-1 truncate ${row.name ? "text-xs text-stone max-md:hidden" : ""}`}>
                  {row.email}
                </bdi>
              </span>
              <span className="block truncate text-xs text-stone md:hidden">{subjectOf(row)}</span>
            </Td>
            <Td className="max-lg:hidden" title={row.subject}>
              {subjectOf(row)}
            </Td>
            <Td className="max-xl:hidden">{kindLabel(row.kind)}</Td>
            <Td at="mark">
              <MailStatus status={row.status} waitsUntil={row.waitsUntil} />
            </Td>
            <Td at="end">
              <ListTime at={row.createdAt} />
            </Td>
            <Td at="link">
              <Link to={`${path}/${row.id}${search}`} data-row={row.id} className="row-link">
                Details<span className="sr-only"> of “{subjectOf(row)}”</span>
              </Link>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
