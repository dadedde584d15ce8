import { eq, sql } from "drizzle-orm";
import { normalizeLine } from "~/core/text-input";
import type { Queryable } from "~/db/client.server";
import { beginsWith } from "~/db/found-by.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import type { MailTarget } from "~/received-mail/place/received-mail";

export const enterNumberMessage = "Enter the number of a case or the reference of an inquiry.";
export const unknownNumberMessage = "No case or inquiry has this number. Check it and try again.";
export const draftMessage = "This application hasn’t been submitted, so it has no messages yet.";

/** Finds the submitted case or the inquiry of a number as staff type it, otherwise says why not. */
export async function findTarget(from: Queryable, typed: string): Promise<MailTarget | string> {
  const number = normalizeLine(typed).replaceAll(" ", "");
  if (number === "") return enterNumberMessage;
  const [application] = await from
    .select({ id: visaApplications.id, status: visaApplications.status })
    .from(visaApplications)
    .where(eq(visaApplications.applicationNumber, number.toUpperCase()));
  if (application) return application.status === "draft" ? draftMessage : { kind: "case", id: application.id };
  // A reference is the beginning of an id; with fewer characters it could be another inquiry's too.
  const isReference = /^[\da-f]{8}-[\da-f]{3}/i.test(number) && beginsWith(visaInquiries.id, number.toLowerCase());
  const inquiries = isReference
    ? await from.select({ id: visaInquiries.id }).from(visaInquiries).where(isReference).orderBy(sql`id`).limit(2)
    : [];
  const [inquiry, another] = inquiries;
  return inquiry && !another ? { kind: "inquiry", id: inquiry.id } : unknownNumberMessage;
}
