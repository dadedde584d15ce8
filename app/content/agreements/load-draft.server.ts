import type { Transaction } from "~/db/client.server";
import { contentVersions } from "~/db/schema/content";
import { defaultAgreement } from "./default-agreement";

/** The same in every installation. */
const key = "a9e1b7c4-52d0-4f6e-8c3a-0d4b7e6f1a25";

/** Adds our agreement as a draft of nobody; it is offered to nobody until it is published. */
export async function loadAgreementDraft(tx: Transaction): Promise<void> {
  const { name, title, blocks } = defaultAgreement;
  await tx
    .insert(contentVersions)
    .values({ kind: "agreements", key, number: 1, data: { name, title, blocks }, madeBy: null })
    .onConflictDoNothing();
}
