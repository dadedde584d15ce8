import { and, eq } from "drizzle-orm";
import { asHolderOfDraft } from "~/applications/access/as-holder.server";
import { type Done, refuse } from "~/core/verbs/refused";
import { documents } from "~/db/schema/documents";
import { notOfCase } from "~/documents/of-case.server";
import { slotsOf } from "../../required-files/requirements.server";
import { refuseFileDate, typedFileDateIn, writeFileDate } from "../../required-files/write-file-date.server";
import type { IntentResult, IntentWork } from "./document-intent";

/** Stores the date of a draft's file whose document has a date rule. */
export async function saveDocumentDate({ context, applicationId, form }: IntentWork): Promise<IntentResult> {
  const missing = refuse("not-found", "This file is no longer here.");
  const typed = typedFileDateIn(form);
  if (!typed) return missing;
  const refused = refuseFileDate(typed);
  if (refused) return refused;
  return asHolderOfDraft(context, applicationId, async ({ tx, application }): Promise<Done | typeof missing> => {
    const [file] = await tx
      .select({ type: documents.documentType })
      .from(documents)
      .where(and(eq(documents.id, typed.document), eq(documents.applicationId, applicationId), notOfCase));
    const slots = await slotsOf(application.visaServiceId, tx);
    const isAsked = slots.some(
      ({ type, dateRule, purpose }) => type === file?.type && dateRule && purpose !== "passport_page",
    );
    if (!isAsked) return missing;
    await writeFileDate(tx, typed);
    return { ok: true };
  });
}
