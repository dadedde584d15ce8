import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { asEditor, subjectOf } from "./content-item.server";
import { cancelAllSchedules } from "./publish.server";
import { markUnpublished, syncPublicVersion } from "./versions.server";

const input = z.object({});

/** Removes an item from all that visitors can get; its versions remain, so it can be published again. */
export function unpublish(context: StaffContext, rawInput: unknown) {
  return asEditor(context, { input, once: "content offline" }, rawInput, async (work, item) => {
    const { many } = item.kind;
    const { shown } = await syncPublicVersion(work.tx, item);
    if (!many?.offline) return refuse("not-found", "This can’t be taken offline.");
    if (!shown) return refuse("conflict", "It’s already offline.");
    await cancelAllSchedules(work, item);
    await many.offline(work.tx, item.key);
    await markUnpublished(work.tx, item);
    await work.record({ actionType: "content_offline", ...subjectOf(item, shown) });
    return { ok: true as const, number: shown.number };
  });
}

/** Deletes an item if its kind allows it. Its versions remain, so that the seed doesn't recreate it. */
export function deleteContent(context: StaffContext, rawInput: unknown) {
  return asEditor(context, { input, once: "content removal" }, rawInput, async (work, item) => {
    const { many } = item.kind;
    const { newest } = await syncPublicVersion(work.tx, item);
    if (!many?.remove || !newest) return refuse("not-found", "This can’t be deleted.");
    const removed = await many.remove(work.tx, item.key);
    if (!removed.ok) return removed;
    await cancelAllSchedules(work, item);
    await markUnpublished(work.tx, item);
    await work.record({ actionType: "content_removed", ...subjectOf(item, newest) });
    return { ok: true as const };
  });
}
