import { and, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { account, adminUsers } from "~/db/schema/accounts";
import { newsletterSubscribers } from "~/db/schema/content";
import type { StoredData } from "~/db/schema/mail";
import type { Links, PrivateLink } from "~/mail/template";
import { changeLinkTo } from "./change-links.server";
import { newsletterLinks } from "./newsletter-links.server";
import { ownLinks } from "./own-links.server";
import { linkBase, notMeLink, resumeLink } from "./private-links.server";
import { resetLink } from "./reset-links.server";
import { dataLinkOf, erasureLinkOf } from "./rights-links.server";

type Application = { applicationId: string; resumeToken: string };

/** The private links that a mail's kind needs, made at the moment of sending; or why it can't be sent any more. */
export async function makeLinks(
  needed: readonly PrivateLink[],
  { recipientEmail: email, templateData: given }: { recipientEmail: string; templateData?: StoredData },
  application: Application | undefined,
): Promise<Links | string> {
  const links: Links = {
    resume: "",
    notMe: "",
    change: "",
    confirm: "",
    unsubscribe: "",
    reset: "",
    erase: "",
    ownData: "",
    all: [],
    desk: deskPage,
  };
  const wants = (...names: PrivateLink[]) => names.some((name) => needed.includes(name));
  if (wants("resume", "notMe", "change")) {
    if (!application) return "Not sent: the application that it is about no longer exists.";
    if (wants("resume")) links.resume = resumeLink(application);
    if (wants("notMe")) links.notMe = notMeLink({ ...application, email });
    if (wants("change")) {
      const change = await changeLinkTo(application.applicationId, email);
      if (!change) return "Not sent: the application does not wait for this address any more.";
      links.change = change;
    }
  }
  if (wants("all")) {
    links.all = await ownLinks(email);
    if (links.all.length === 0) return "Not sent: no application is written about to this address any more.";
  }
  if (wants("confirm", "unsubscribe")) {
    const subscriber = await findSubscriber(email);
    if (!subscriber) return "Not sent: the address is no longer in the list.";
    // Only a mail that asks for the confirmation goes to others than subscribers.
    if (!wants("confirm") && !subscriber.isSubscribed) return "Not sent: the subscription has ended.";
    Object.assign(links, newsletterLinks(subscriber));
  }
  if (wants("reset")) {
    const admin = await findAdmin(email);
    if (!admin?.hash) return "Not sent: there is no such active account.";
    links.reset = resetLink({ adminId: admin.adminId, hash: admin.hash });
  }
  if (wants("erase")) {
    const erase = await erasureLinkOf(given?.group);
    if (!erase) return "Not sent: it was taken back, or asked for anew.";
    links.erase = erase;
  }
  if (wants("ownData")) {
    const ownData = await dataLinkOf(given?.link);
    if (!ownData) return "Not sent: the link is no longer there.";
    links.ownData = ownData;
  }
  return links;
}

/** The address of a page of the desk. */
export const deskPage = (path: string) => linkBase() + path;

async function findSubscriber(email: string) {
  const [subscriber] = await db
    .select({
      id: newsletterSubscribers.id,
      email: newsletterSubscribers.email,
      isSubscribed: sql<boolean>`${newsletterSubscribers.confirmedAt} is not null and ${newsletterSubscribers.unsubscribedAt} is null`,
    })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, email));
  return subscriber;
}

async function findAdmin(email: string) {
  const [admin] = await db
    .select({ adminId: adminUsers.id, hash: account.password })
    .from(adminUsers)
    .innerJoin(account, and(eq(account.userId, adminUsers.userId), eq(account.providerId, "credential")))
    .where(and(eq(adminUsers.email, email), eq(adminUsers.isActive, true)));
  return admin;
}
