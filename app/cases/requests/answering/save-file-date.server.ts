import { and, eq } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import {
  refuseFileDate,
  type TypedFileDate,
  writeFileDate,
} from "~/applications/required-files/write-file-date.server";
import { itemLimitsOf } from "~/cases/requests/item-limits.server";
import { type Done, refuse } from "~/core/verbs/refused";
import { documents } from "~/db/schema/documents";
import { unsentOf } from "./draft-files.server";

/** Stores the date of a file of an item that was not sent yet, if its document has a date rule. */
export async function saveFileDate(context: HolderContext, applicationId: string, typed: TypedFileDate | undefined) {
  const missing = refuse("not-found", "This file is no longer here, or has already been sent.");
  if (!typed) return missing;
  const refused = refuseFileDate(typed);
  if (refused) return refused;
  const limits = await itemLimitsOf(applicationId);
  return asHolder(context, applicationId, async ({ tx }): Promise<Done | typeof missing> => {
    const [file] = await tx
      .select({ itemId: documents.caseItemId })
      .from(documents)
      .where(and(unsentOf(applicationId), eq(documents.id, typed.document)));
    const own = limits.get(file?.itemId ?? "");
    if (!own?.dateRule || own.purpose === "passport_page") return missing;
    await writeFileDate(tx, typed);
    return { ok: true };
  });
}
