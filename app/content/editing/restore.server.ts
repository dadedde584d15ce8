import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { asEditor, changesOf, subjectOf, versionNumber } from "./content-item.server";
import { type Content, differing } from "./kind";
import { addVersion, syncPublicVersion, versionOf } from "./versions.server";

const input = z.object({ number: versionNumber.min(1) });

/** Makes a draft with the content of an older version. */
export function restoreVersion(context: StaffContext, rawInput: unknown) {
  return asEditor(context, { input, once: "content restoration" }, rawInput, async (work, item, { number }) => {
    const { newest } = await syncPublicVersion(work.tx, item);
    const old = await versionOf(work.tx, item, number);
    if (!old) return refuse("not-found", "That version doesn’t exist.");
    if (!newest) return refuse("not-found", "There are no versions yet.");
    if (differing(item.kind, newest.data, old.data).length === 0) return { ok: true as const, number: newest.number };
    // Fields that a later release added keep their value.
    const data: Content = { ...newest.data, ...old.data };
    const made = { data, madeBy: work.staff.email, basedOn: newest.number, restoredFrom: number };
    const draft = await addVersion(work.tx, item, made);
    await work.record({
      ...{ actionType: "content_restored", ...subjectOf(item, draft) },
      details: { from: number },
      changes: changesOf(item.kind, newest.data, data),
    });
    return { ok: true as const, number: draft.number };
  });
}
