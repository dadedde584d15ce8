import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { asEditor, subjectOf } from "./content-item.server";
import { cancelAllSchedules } from "./publish.server";
import { markUnpublished, syncPublicVersion } from "./versions.server";

const input = z.object({});

/** Removes an item from all that visitors can get; its versions remain, so it can be published again. */
export function unpublish(context: StaffContext, given: unknown) {
  return asEditor(context, { input, once: "content offline" }, given, async (work, thing) => {
    const { many } = thing.kind;
    const { shown } = await syncPublicVersion(work.tx, thing);
    if (!many?.offline) return refuse("not-found", "This can’t be taken offline.");
    if (!shown) return refuse("conflict", "It’s already offline.");
    await cancelAllSchedules(work, thing);
    await many.offline(work.tx, thing.key);
    await markUnpublished(work.tx, thing);
    await work.record({ actionType: "content_offline", ...subjectOf(thing, shown) });
    return { ok: true as const, number: shown.number };
  });
}

/** Deletes an item if its kind allows it. Its versions remain, so that the seed doesn't recreate it. */
export function deleteContent(context: StaffContext, given: unknown) {
  return asEditor(context, { input, once: "content removal" }, given, async (work, thing) => {
    const { many } = thing.kind;
    const { newest } = await syncPublicVersion(work.tx, thing);
    if (!many?.remove || !newest) return refuse("not-found", "This can’t be deleted.");
    const removed = await many.remove(work.tx, thing.key);
    if (!removed.ok) return removed;
    await cancelAllSchedules(work, thing);
    await markUnpublished(work.tx, thing);
    await work.record({ actionType: "content_removed", ...subjectOf(thing, newest) });
    return { ok: true as const };
  });
}
