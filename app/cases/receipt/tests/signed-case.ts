import { randomUUID } from "node:crypto";
import { sealText } from "~/cases/request-items/sealed-texts.server";
import { db } from "~/db/client.server";
import { amendments, caseItemAnswers, caseRequestItems, caseRequests } from "~/db/schema/case";
import { requireDataKey } from "~/encryption/data-keys.server";

type AmendmentInput = { after: string; outcome?: "waiting" | "accepted" | "refused" };

/** Stores a sent correction of the signed last name; returns the amendment's id. */
export async function addAmendment(applicationId: string, { after, outcome = "accepted" }: AmendmentInput) {
  return db.transaction(async (tx) => {
    const sealer = { applicationId, key: await requireDataKey({ applicationId }, tx) };
    const [request] = await tx.insert(caseRequests).values({ applicationId }).returning();
    const requestId = request?.id ?? "";
    const itemFields = {
      kind: "correction",
      name: "Applicant Information",
      reason: "It differs from the passport.",
    } as const;
    const [item] = await tx
      .insert(caseRequestItems)
      .values({ ...itemFields, requestId, applicationId, position: 0, stepCode: "applicant_info" })
      .returning();
    const itemId = item?.id ?? "";
    const [answer] = await tx.insert(caseItemAnswers).values({ itemId, applicationId, outcome }).returning();
    const id = randomUUID();
    const sealed = (column: "amendments.before" | "amendments.after", text: string) =>
      sealText(sealer, column, id, JSON.stringify(text));
    await tx.insert(amendments).values({
      ...{ id, applicationId, itemId, answerId: answer?.id ?? "", position: 0 },
      ...{ stepCode: "applicant_info", stepTitle: "Applicant Information", question: "lastName", label: "Last name" },
      ...{
        isSensitive: false,
        wasAsked: true,
        isAsked: true,
        certifications: ["I certify that this is true."],
        signature: "Nadège Ñuñez",
      },
      ...{ before: sealed("amendments.before", "Ñuñez"), after: sealed("amendments.after", after) },
    });
    return id;
  });
}
