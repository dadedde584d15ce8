import { and, asc, count, eq, lt, not, type SQL, sql } from "drizzle-orm";
import { textsMentioningDeleted } from "~/content/facts/gone-named.server";
import { listBroken } from "~/content/links/broken-links.server";
import { counted } from "~/core/counted";
import { listOutages } from "~/core/outages.server";
import { nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents, missingFiles } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { emailNotifications } from "~/db/schema/mail";
import { receivedMails } from "~/db/schema/received-mails";
import { shortened } from "~/db/shortened.server";
import { listed } from "~/desk/mails/log.server";
import { reasonLabels } from "~/received-mail/desk/reason-labels";
import { countUnverified, isUnverified } from "~/received-mail/place/store-unverified.server";
import { type Line, lasting } from "./lines";
import { rulesWithoutService } from "./read-rules.server";

/** Which items of a group: the first ones, or a page of its own list. */
export type Slice = { adminId: string; limit: number; offset: number };

/** The admin's own first, then those without an owner. */
export const byOwner = (owner: SQL, adminId: string) =>
  sql`case when ${owner} = ${adminId}::uuid then 0 when ${owner} is null then 1 else 2 end`;

/** Days after which a failed mail is no longer listed by itself. */
const longAgo = 30;

/** Mails that could not be delivered, of cases and inquiries; those of more than thirty days ago are one line. */
export async function readFailedMails({ adminId, limit, offset }: Slice) {
  const t = emailNotifications;
  const failed = and(eq(t.status, "failed"), listed);
  const owner = sql`coalesce(${visaApplications.ownerId}, ${visaInquiries.ownerId})`;
  const old = lt(t.createdAt, sql`now() - make_interval(days => ${longAgo})`);
  const [n, older, rows] = await Promise.all([
    db.$count(t, failed),
    db.$count(t, and(failed, old)),
    db
      .select({
        id: t.id,
        to: shortened(t.recipientEmail),
        subject: shortened(t.subject),
        createdAt: t.createdAt,
        number: visaApplications.applicationNumber,
        owner: sql<string | null>`${owner}`,
        isSample: t.isSample,
      })
      .from(t)
      .leftJoin(visaApplications, eq(visaApplications.id, t.applicationId))
      .leftJoin(visaInquiries, eq(visaInquiries.id, t.contactInquiryId))
      .where(and(failed, not(old)))
      .orderBy(byOwner(owner, adminId), asc(t.createdAt), asc(t.id))
      .limit(limit)
      .offset(offset),
  ]);
  const line = (row: (typeof rows)[number]): Line => ({
    id: row.id,
    to: `/admin/emails/${row.id}`,
    name: row.to,
    number: row.number ?? "",
    says: `${row.subject} · ${lasting(row.createdAt)} ago`,
    isMine: row.owner === adminId,
    isSample: row.isSample,
  });
  const oldLine: Line = {
    ...{ id: "older", to: "/admin/emails?status=failed", number: "", isMine: false, isSample: false },
    name: counted(older, "older email"),
    says: `failed more than ${longAgo} days ago`,
  };
  return { count: n, lines: [...rows.map(line), ...(older > 0 ? [oldLine] : [])] };
}

/** Received emails that staff put into a thread or discard, the oldest first: they are deleted after thirty days. */
export async function readUnverifiedReplies({ limit, offset }: Slice) {
  const t = receivedMails;
  const [n, rows] = await Promise.all([
    countUnverified(db),
    db
      .select({
        id: t.id,
        sender: shortened(t.sender),
        subject: shortened(t.subject),
        why: t.why,
        receivedAt: t.receivedAt,
        number: visaApplications.applicationNumber,
      })
      .from(t)
      .leftJoin(visaApplications, eq(visaApplications.id, t.applicationId))
      .where(isUnverified)
      .orderBy(asc(t.receivedAt), asc(t.id))
      .limit(limit)
      .offset(offset),
  ]);
  const line = ({ id, sender, subject, why, receivedAt, number }: (typeof rows)[number]): Line => ({
    ...{ id, to: "/admin/emails/unverified", name: sender || "Unknown sender", number: number ?? "" },
    says: [why && reasonLabels[why], subject, `${lasting(receivedAt)} ago`].filter(Boolean).join(" · "),
    ...{ isMine: false, isSample: false },
  });
  return { count: n, lines: rows.map(line) };
}

/** Outages of external services, each with a link to its setting. */
export async function readServices({ limit, offset }: Slice) {
  const rows = await listOutages();
  const line = ({ subject, words, since }: (typeof rows)[number]): Line => ({
    id: subject,
    to: "/admin/today/services",
    name: subject,
    number: "",
    says: `${words} · since ${nassauTime(since)}`,
    isMine: false,
    isSample: false,
  });
  return { count: rows.length, lines: rows.slice(offset, offset + limit).map(line) };
}

/**
 * Files missing from storage, broken links of public pages, texts that name deleted facts, and rules that name services
 * we don't offer.
 */
export async function readBroken(slice: Slice) {
  const files = await readLostFiles(slice);
  const limit = slice.limit - files.lines.length;
  const links = await listBroken({ limit, offset: Math.max(0, slice.offset - files.count) });
  const line = ({ id, page, address, words, since }: (typeof links.rows)[number]): Line => ({
    ...{ id, to: "/admin/content/links", name: words || address, number: "", isMine: false, isSample: false },
    says: `on ${page}, leads to ${address} · for ${lasting(since)}`,
  });
  const mentions = await textsMentioningDeleted(db);
  const before = files.count + links.count;
  const from = Math.max(0, slice.offset - before);
  const texts = mentions.slice(from, from + limit - links.rows.length).map(
    ({ name, path, words }): Line => ({
      ...{ id: `gone ${path} ${name}`, to: path, name, number: "", isMine: false, isSample: false },
      says: `${words.join(" ")} Visitors still see its last value.`,
    }),
  );
  const rules = await rulesWithoutService();
  const fromRule = Math.max(0, slice.offset - before - mentions.length);
  const ruleLines = rules.slice(fromRule, fromRule + limit - links.rows.length - texts.length);
  return {
    count: before + mentions.length + rules.length,
    lines: [...files.lines, ...links.rows.map(line), ...texts, ...ruleLines],
  };
}

async function readLostFiles({ adminId, limit, offset }: Slice) {
  const owner = sql`coalesce(${visaApplications.ownerId}, ${visaInquiries.ownerId})`;
  const [[all], rows] = await Promise.all([
    db.select({ n: count() }).from(missingFiles),
    db
      .select({
        id: missingFiles.documentId,
        since: missingFiles.since,
        name: shortened(documents.documentName),
        applicationId: documents.applicationId,
        inquiryId: documents.inquiryId,
        number: visaApplications.applicationNumber,
        owner: sql<string | null>`${owner}`,
      })
      .from(missingFiles)
      .innerJoin(documents, eq(documents.id, missingFiles.documentId))
      .leftJoin(visaApplications, eq(visaApplications.id, documents.applicationId))
      .leftJoin(visaInquiries, eq(visaInquiries.id, documents.inquiryId))
      .orderBy(byOwner(owner, adminId), asc(missingFiles.since), asc(missingFiles.documentId))
      .limit(limit)
      .offset(offset),
  ]);
  const hrefOf = ({ applicationId, inquiryId }: (typeof rows)[number]) =>
    applicationId
      ? `/admin/applications/${applicationId}`
      : inquiryId
        ? `/admin/inquiries/${inquiryId}`
        : "/admin/services";
  const line = (row: (typeof rows)[number]): Line => ({
    id: row.id,
    to: hrefOf(row),
    name: row.name,
    number: row.number ?? "",
    says: `no longer in storage · for ${lasting(row.since)}`,
    isMine: row.owner === adminId,
    isSample: false,
  });
  return { count: all?.n ?? 0, lines: rows.map(line) };
}
