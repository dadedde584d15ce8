import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import {
  refuseFileDate,
  type TypedFileDate,
  writeFileDate,
} from "~/applications/required-files/write-file-date.server";
import { itemLimitsOf } from "~/cases/requests/item-limits.server";
import { type Done, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
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

/** Those of a form’s dates whose file was uploaded for an item and not sent yet, one for each. */
export async function datesOfUnsent<Typed extends TypedFileDate>(
  applicationId: string,
  typed: readonly Typed[],
): Promise<Typed[]> {
  if (typed.length === 0) return [];
  const all = new Map(typed.map((date) => [date.document, date]));
  const stored = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(unsentOf(applicationId), isNotNull(documents.caseItemId), inArray(documents.id, [...all.keys()])));
  return [...all.values()].filter(({ document }) => stored.some(({ id }) => id === document));
}
