import { eq } from "drizzle-orm";
import { z } from "zod";
import { nameParts } from "~/applications/start/carried-facts";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { countryList } from "~/core/countries.server";
import { db } from "~/db/client.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { todayAround } from "~/form-engine/validate";
import { referenceOf } from "~/inquiries/reference";
import { soldFor } from "~/inquiries/services";
import { madeFrom } from "./made-from.server";

/**
 * An inquiry's content as answers of an application; `made` if it has an application already, null if there is no
 * inquiry.
 */
export async function readCarried(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [[inquiry], made, services] = await Promise.all([
    db.select().from(visaInquiries).where(eq(visaInquiries.id, id)),
    madeFrom(db, id),
    activeServiceNames(),
  ]);
  if (!inquiry) return null;
  if (made) return { made: made.id };
  return {
    id,
    name: inquiry.fullName,
    reference: referenceOf(id),
    facts: factsOf(inquiry),
    /** The service that the inquiry is about, if it is available, and the name it contains. */
    service: soldFor(inquiry.visaService, services)?.slug ?? "",
    asked: inquiry.visaService,
    services,
    countries: countryList,
    today: todayAround(),
  };
}

function factsOf(inquiry: typeof visaInquiries.$inferSelect) {
  const { first, last } = nameParts(inquiry.fullName);
  const facts = {
    ...{ firstName: first, lastName: last, email: inquiry.email, primaryPhone: inquiry.phone },
    ...{ nationalityCountry: inquiry.nationality, country: inquiry.residenceCountry },
    ...{ expirationDate: inquiry.passportExpiryDate, intendedArrivalDate: inquiry.travelDate },
    purposeOfTrip: inquiry.purpose,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== ""));
}
