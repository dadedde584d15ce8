import { eq, inArray, sql } from "drizzle-orm";
import { clientReference } from "~/clients/client";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { clients } from "~/db/schema/clients";
import { newsletterSubscribers } from "~/db/schema/content";
import { visaInquiries } from "~/db/schema/inquiries";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { referenceOf } from "~/inquiries/reference";
import { statusLook } from "~/ui/lists/status-badge";
import { ownInquiryId } from "../own-inquiry.server";

type SubjectKind = "application" | "inquiry" | "client" | "subscriber";
export type SubjectRef = { kind: SubjectKind; id: string };
export type Subject = SubjectRef & {
  /** Such as `Application BV26-7K3M-9QXD, Bahamian e-Visa`. */
  label: string;
  /** The inquiry that an application was made from, if it is the same person's: it is erased with it. */
  inquiryId: string | null;
  number: string;
  status: string | null;
  begun: string;
};

type Request = typeof erasureRequests.$inferSelect;

export function subjectOf({ applicationId, inquiryId, clientId, subscriberId }: Request): SubjectRef {
  if (applicationId) return { kind: "application", id: applicationId };
  if (clientId) return { kind: "client", id: clientId };
  return inquiryId ? { kind: "inquiry", id: inquiryId } : { kind: "subscriber", id: subscriberId ?? "" };
}

/** The request's column for this subject, as values. */
export const columnOf = ({ kind, id }: SubjectRef) => ({ [column[kind]]: id });

const column = {
  application: "applicationId",
  inquiry: "inquiryId",
  client: "clientId",
  subscriber: "subscriberId",
} as const satisfies Record<SubjectKind, keyof Request>;

export const isAbout = ({ kind, id }: SubjectRef) => eq(erasureRequests[column[kind]], id);

/** All data of an email, newest first: at most 100 of each kind. */
export async function subjectsOf(email: string, from: Queryable = db): Promise<Subject[]> {
  const lowerCaseEmail = email.toLowerCase();
  return [
    ...(await readApplications(from, eq(sql`lower(${visaApplications.userEmail})`, lowerCaseEmail))),
    ...(await readInquiries(from, eq(sql`lower(${visaInquiries.email})`, lowerCaseEmail))),
    ...(await readClients(from, eq(sql`lower(${clients.email})`, lowerCaseEmail))),
    ...(await readSubscribers(from, eq(newsletterSubscribers.email, lowerCaseEmail))),
  ];
}

/** Those of these subjects that exist. */
export async function subjectsBy(refs: readonly SubjectRef[], from: Queryable = db): Promise<Subject[]> {
  const ids = (kind: SubjectKind) => refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
  return [
    ...(await readApplications(from, inArray(visaApplications.id, ids("application")))),
    ...(await readInquiries(from, inArray(visaInquiries.id, ids("inquiry")))),
    ...(await readClients(from, inArray(clients.id, ids("client")))),
    ...(await readSubscribers(from, inArray(newsletterSubscribers.id, ids("subscriber")))),
  ];
}

type Condition = ReturnType<typeof eq>;

async function readApplications(from: Queryable, condition: Condition): Promise<Subject[]> {
  const rows = await from
    .select({ row: visaApplications, service: visaServices.serviceName, inquiryId: ownInquiryId })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .where(condition)
    .orderBy(sql`${visaApplications.createdAt} desc`)
    .limit(100);
  return rows.map(({ row, service, inquiryId }) => ({
    ...{ kind: "application" as const, id: row.id, number: row.applicationNumber, begun: row.createdAt.toISOString() },
    status: statusLook(row.status).label,
    label: [
      `Application ${row.applicationNumber}, ${service ?? "Visa Application"}`,
      // The inquiry is erased with the application.
      ...(inquiryId ? [`with the inquiry ${referenceOf(inquiryId)} that it was made from`] : []),
    ].join(", "),
    inquiryId,
  }));
}

async function readInquiries(from: Queryable, condition: Condition): Promise<Subject[]> {
  const rows = await from
    .select({ id: visaInquiries.id, service: visaInquiries.visaService, at: visaInquiries.createdAt })
    .from(visaInquiries)
    .where(condition)
    .orderBy(sql`${visaInquiries.createdAt} desc`)
    .limit(100);
  return rows.map(({ id, service, at }) => ({
    ...{ kind: "inquiry" as const, id, number: referenceOf(id), status: null, begun: at.toISOString() },
    label: `Inquiry ${referenceOf(id)}, ${service}`,
    inquiryId: null,
  }));
}

async function readClients(from: Queryable, condition: Condition): Promise<Subject[]> {
  const rows = await from
    .select({ id: clients.id, service: visaServices.serviceName, at: clients.createdAt })
    .from(clients)
    .leftJoin(visaServices, eq(visaServices.id, clients.serviceId))
    .where(condition)
    .orderBy(sql`${clients.createdAt} desc`)
    .limit(100);
  return rows.map(({ id, service, at }) => ({
    ...{ kind: "client" as const, id, number: clientReference(id), status: null, begun: at.toISOString() },
    label: ["Your details as a client of ours", service].filter(Boolean).join(", "),
    inquiryId: null,
  }));
}

async function readSubscribers(from: Queryable, condition: Condition): Promise<Subject[]> {
  const rows = await from.select().from(newsletterSubscribers).where(condition);
  return rows.map(({ id, createdAt, confirmedAt, unsubscribedAt }) => ({
    ...{ kind: "subscriber" as const, id, number: "", begun: createdAt.toISOString() },
    status: unsubscribedAt ? "Ended" : confirmedAt ? "Confirmed" : "Not confirmed",
    label: "Newsletter",
    inquiryId: null,
  }));
}
