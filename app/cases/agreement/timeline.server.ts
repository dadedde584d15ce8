import { eq } from "drizzle-orm";
import { calendarLongDate } from "~/core/time";
import { db } from "~/db/client.server";
import { agreementEvents, agreementOffers, agreementSignatures } from "~/db/schema/agreements";
import type { AgreementEventKind } from "~/db/schema/values";

type Line = { id: string; by: "You" | "Lucaya"; what: string; message?: string | null; at: Date };

const offered = {
  first: "We asked you to sign our agreement.",
  price: "We asked you to sign our agreement again, because the price has changed.",
  version: "We asked you to sign the new version of our agreement.",
};

/** What both sides did about the agreement of a case. */
export async function agreementEntries(applicationId: string): Promise<Line[]> {
  const [offers, signatures, events] = await Promise.all([
    db.select().from(agreementOffers).where(eq(agreementOffers.applicationId, applicationId)),
    db
      .select({ id: agreementSignatures.id, at: agreementSignatures.signedAt })
      .from(agreementSignatures)
      .where(eq(agreementSignatures.applicationId, applicationId)),
    db.select().from(agreementEvents).where(eq(agreementEvents.applicationId, applicationId)),
  ]);
  return [
    ...offers.map(({ id, because, offeredAt }) => ({
      ...{ id, by: "Lucaya" as const, at: offeredAt },
      what: offered[because ?? "first"],
    })),
    ...signatures.map(({ id, at }) => ({ id, by: "You" as const, what: "You signed our agreement.", at })),
    ...events.map(({ id, kind, at, endedOn, reason }) => ({ ...eventLine(kind, endedOn), id, message: reason, at })),
  ];
}

function eventLine(kind: AgreementEventKind, endedOn: string | null): Pick<Line, "by" | "what"> {
  if (kind === "countersigned") return { by: "Lucaya", what: "We countersigned the agreement." };
  if (kind === "withdrawn") return { by: "You", what: "You withdrew your signature of the agreement." };
  return { by: "Lucaya", what: `We recorded that the agreement ended on ${calendarLongDate(endedOn ?? "")}.` };
}
