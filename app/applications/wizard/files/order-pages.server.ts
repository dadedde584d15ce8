import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asHolderOfDraft } from "~/applications/access/as-holder.server";
import { type Done, refuse } from "~/core/verbs/refused";
import { documents } from "~/db/schema/documents";
import { notOfCase } from "~/documents/of-case.server";
import { movePage } from "~/documents/pages/page-order.server";
import type { IntentResult, IntentWork } from "./document-intent";

/** Moves a page of a draft's document up or down. */
export async function orderPages({ context, applicationId, form }: IntentWork): Promise<IntentResult> {
  const missing = refuse("not-found", "This file is no longer here.");
  const id = z.uuid().safeParse(form.get("document")).data;
  if (!id) return missing;
  return asHolderOfDraft(context, applicationId, async ({ tx }): Promise<Done | typeof missing> => {
    const ofDraft = and(eq(documents.applicationId, applicationId), notOfCase);
    const [file] = await tx
      .select({ type: documents.documentType })
      .from(documents)
      .where(and(eq(documents.id, id), ofDraft));
    const group = file && and(eq(documents.documentType, file.type), ofDraft);
    const isMoved = group && (await movePage(tx, group, { id, isUp: form.get("move") === "up" }));
    return isMoved ? { ok: true } : missing;
  });
}
