import type { Transaction } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";

type Added = Pick<
  typeof visaInquiries.$inferInsert,
  "fullName" | "email" | "phone" | "preferredContactMethod" | "visaService" | "purpose" | "ownerId" | "promisedBy"
>;

/**
 * Inserts the inquiry of a confirmed consultation, in its transaction. Mails nothing: the booking has its own mails.
 */
export async function addBookedInquiry(tx: Transaction, inquiry: Added): Promise<string> {
  const [row] = await tx
    .insert(visaInquiries)
    .values({ ...inquiry, privacyConsent: true, cameBy: "Booking" })
    .returning({ id: visaInquiries.id });
  if (!row) throw new Error("The inquiry of a booking was not inserted");
  return row.id;
}
