import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { account, adminUsers } from "~/db/schema/accounts";
import { consultations } from "~/db/schema/consultations";
import { newsletterSubscribers } from "~/db/schema/content";
import { applicationEmailChanges } from "~/db/schema/email-changes";
import { adminInvitations } from "~/db/schema/invitations";
import { keyDateReminders } from "~/db/schema/key-dates";
import type { StoredData } from "~/db/schema/mail";
import { dataLinks, erasureRequests } from "~/db/schema/privacy/rights";
import type { ConsultationState } from "~/db/schema/values";
import type { Links, PrivateLink } from "~/mail/template";
import { everyLink } from "~/mail/texts/hidden-links";
import { ownLinks } from "./own-links.server";
import { payLinkUrl } from "./pay-link.server";
import { linkBase, privateLink } from "./private-links.server";

type Application = { applicationId: string; resumeToken: string };

/** Makes a mail's private links when it is sent; or returns why it can't be sent any longer. */
export async function makeLinks(
  needed: readonly PrivateLink[],
  { recipientEmail: email, templateData: data }: { recipientEmail: string; templateData?: StoredData },
  application: Application | undefined,
): Promise<Links | string> {
  const links: Links = { ...everyLink(""), desk: deskPage };
  const wants = (...names: PrivateLink[]) => names.some((name) => needed.includes(name));
  if (wants("resume", "notMe", "change")) {
    if (!application) return "Not sent: the application that it is about no longer exists.";
    const { applicationId, resumeToken } = application;
    if (wants("resume")) links.resume = privateLink("resume", applicationId, resumeToken);
    if (wants("notMe")) links.notMe = privateLink("notMe", applicationId, email);
    if (wants("change")) {
      const change = await findChange(applicationId, email);
      if (!change) return "Not sent: this address change is no longer pending.";
      links.change = privateLink("change", applicationId, change.secret);
    }
  }
  if (wants("all")) {
    links.all = await ownLinks(email);
    if (links.all.length === 0) return "Not sent: no application uses this address any longer.";
  }
  if (wants("pay", "payIfShown")) {
    links.pay = await findPayLink(data?.payLink);
    if (wants("pay") && links.pay === "") return "Not sent: the pay link has ended.";
  }
  if (wants("confirm", "unsubscribe")) {
    const subscriber = await findSubscriber(email);
    if (!subscriber) return "Not sent: the address is no longer on the list.";
    // Only the request for confirmation goes to others than subscribers.
    if (!wants("confirm") && !subscriber.isSubscribed) return "Not sent: the subscription has ended.";
    links.confirm = privateLink("confirm", subscriber.id, email);
    links.unsubscribe = privateLink("unsubscribe", subscriber.id, email);
  }
  if (wants("stopReminders")) {
    const mailId = await findReminder(data?.dates);
    if (!mailId) return "Not sent: the dates that it is about were removed.";
    links.stopReminders = privateLink("stopReminders", mailId, email);
  }
  if (wants("reset")) {
    const admin = await findAdmin(email);
    if (!admin?.hash) return "Not sent: there is no such active account.";
    links.reset = privateLink("reset", admin.adminId, admin.hash);
  }
  if (wants("invite")) {
    const invitation = await findInvitation(data);
    if (!invitation)
      return "Not sent: the invitation was accepted, canceled, sent again or deleted, or its sender may no longer invite.";
    links.invite = privateLink("invite", invitation.id, invitation.secret, invitation.sentAt.getTime());
  }
  if (wants("erase")) {
    const erasure = await findErasure(data?.group);
    if (!erasure) return "Not sent: the request was taken back or made again.";
    links.erase = privateLink("erase", erasure.groupId, erasure.secret, erasure.createdAt.getTime());
  }
  if (wants("ownData")) {
    const row = await findDataLink(data?.link);
    if (!row) return "Not sent: the link is no longer there.";
    links.ownData = privateLink("ownData", row.id, row.secret, row.createdAt.getTime());
  }
  if (wants("consultationConfirm", "consultation")) {
    const states = wants("consultationConfirm") ? (["unconfirmed"] as const) : (["booked", "canceled"] as const);
    const booking = await findBooking(data?.consultation, states);
    if (!booking) return "Not sent: the booking was confirmed, canceled, replaced or deleted.";
    links.consultationConfirm = privateLink("consultationConfirm", booking.id, booking.secret);
    links.consultation = privateLink("consultation", booking.id, booking.secret);
  }
  return links;
}

export const deskPage = (path: string) => linkBase() + path;

/** Empty for a mail without one, and once it is no longer shown. */
async function findPayLink(payLink: unknown): Promise<string> {
  const read = z.object({ id: z.uuid() }).safeParse(payLink).data;
  return read ? payLinkUrl(read.id) : "";
}

/** Undefined if the application no longer waits for this change. */
async function findChange(applicationId: string, email: string) {
  const { newEmail, secret } = applicationEmailChanges;
  const isWaiting = and(
    eq(applicationEmailChanges.applicationId, applicationId),
    eq(sql`lower(${newEmail})`, email.toLowerCase()),
  );
  const [change] = await db.select({ secret }).from(applicationEmailChanges).where(isWaiting);
  return change;
}

async function findSubscriber(email: string) {
  const [subscriber] = await db
    .select({
      id: newsletterSubscribers.id,
      isSubscribed: sql<boolean>`${newsletterSubscribers.confirmedAt} is not null and ${newsletterSubscribers.unsubscribedAt} is null`,
    })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, email));
  return subscriber;
}

const reminded = z.tuple([z.object({ id: z.uuid(), endsOn: z.iso.date(), days: z.number() })], z.unknown());

/** The mail that first reminded of these key dates: sent again, it has the same link. */
async function findReminder(dates: unknown) {
  const [first] = reminded.safeParse(dates).data ?? [];
  if (!first) return undefined;
  const t = keyDateReminders;
  const isOf = and(eq(t.keyDateId, first.id), eq(t.endsOn, first.endsOn), eq(t.days, first.days));
  const [row] = await db.select({ mailId: t.mailId }).from(t).where(isOf);
  return row?.mailId;
}

async function findAdmin(email: string) {
  const [admin] = await db
    .select({ adminId: adminUsers.id, hash: account.password })
    .from(adminUsers)
    .innerJoin(account, and(eq(account.userId, adminUsers.userId), eq(account.providerId, "credential")))
    .where(and(eq(adminUsers.email, email), eq(adminUsers.isActive, true)));
  return admin;
}

const id = z.uuid();

/** Undefined once its link would make nobody an admin, or once another mail carries it. */
async function findInvitation(data: StoredData | undefined) {
  const invitationId = id.safeParse(data?.invitation).data;
  if (!invitationId) return undefined;
  const t = adminInvitations;
  const mayInvite = and(
    eq(adminUsers.id, t.invitedBy),
    eq(adminUsers.isActive, true),
    eq(adminUsers.role, "super_admin"),
  );
  const isOpen = and(eq(t.id, invitationId), isNull(t.acceptedAt), isNull(t.canceledAt));
  const [row] = await db
    .select({ id: t.id, secret: t.secret, sentAt: t.sentAt })
    .from(t)
    .innerJoin(adminUsers, mayInvite)
    .where(isOpen);
  const isReplaced = typeof data?.sentAt === "string" && data.sentAt !== row?.sentAt.toISOString();
  return isReplaced ? undefined : row;
}

/** Undefined once it has none of these states. */
async function findBooking(consultation: unknown, states: readonly ConsultationState[]) {
  const consultationId = id.safeParse(consultation).data;
  if (!consultationId) return undefined;
  const [booking] = await db
    .select({ id: consultations.id, secret: consultations.linkSecret })
    .from(consultations)
    .where(and(eq(consultations.id, consultationId), inArray(consultations.state, [...states])));
  return booking;
}

/** Undefined once it was withdrawn or confirmed. */
async function findErasure(group: unknown) {
  const groupId = id.safeParse(group).data;
  if (!groupId) return undefined;
  const [row] = await db
    .select()
    .from(erasureRequests)
    .where(and(eq(erasureRequests.groupId, groupId), eq(erasureRequests.state, "asked")))
    .orderBy(desc(erasureRequests.createdAt))
    .limit(1);
  return row && { ...row, groupId };
}

async function findDataLink(link: unknown) {
  const linkId = id.safeParse(link).data;
  const [row] = linkId ? await db.select().from(dataLinks).where(eq(dataLinks.id, linkId)) : [];
  return row;
}
