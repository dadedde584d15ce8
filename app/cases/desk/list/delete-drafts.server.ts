import { asc, inArray } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { removeDraft } from "~/applications/wizard/delete-draft.server";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { listedName } from "./columns.server";

/** One page of the list. */
const ids = z.array(z.uuid()).min(1).max(100);

const verb = {
  input: ids,
  failed: "drafts could not be deleted",
  messages: {
    invalid: "Select from 1 to 100 drafts.",
    forbidden: "Your account is no longer active.",
    failed: "We couldn’t delete the drafts. Nothing was changed. Please try again.",
  },
};

/**
 * Deletes drafts for staff of either role, as their applicants can: answers, access and files, whose bytes are deleted
 * after the commit. Submitted applications stay. An unknown id counts as deleted. `untouched`: how many were submitted
 * or withdrawn in the meantime.
 */
export function deleteDrafts(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, chosen) => {
    // Lock in a fixed order, so that two requests for the same drafts can't deadlock.
    const rows = await tx
      .select({ id: t.id, number: t.applicationNumber, status: t.status, submittedAt: t.submittedAt })
      .from(t)
      .where(inArray(t.id, chosen))
      .orderBy(asc(t.id))
      .for("update");
    const drafts = rows.filter(isDraft);
    for (const { id, number } of drafts) {
      const files = await removeDraft(tx, id);
      await record({
        actionType: "draft_deleted",
        subjectType: "application",
        subjectId: id,
        subjectName: number,
        details: { number, files, together: drafts.length },
      });
    }
    return { ok: true, deleted: drafts.length, untouched: rows.length - drafts.length };
  });
}

/** Never submitted, and not withdrawn by staff either. */
const isDraft = (row: { status: string; submittedAt: Date | null }): boolean =>
  row.status === "draft" && row.submittedAt === null;

export type DraftQuestion = NonNullable<Awaited<ReturnType<typeof readDraftQuestion>>>;

/** The drafts of `?ask=delete&draft={id}&draft=…`; null if there are none. */
export async function readDraftQuestion(search: URLSearchParams) {
  if (search.get("ask") !== "delete") return null;
  const chosen = ids.safeParse(search.getAll("draft"));
  const rows = chosen.success
    ? await db
        .select({
          id: t.id,
          number: t.applicationNumber,
          name: listedName(40),
          status: t.status,
          submittedAt: t.submittedAt,
        })
        .from(t)
        .where(inArray(t.id, chosen.data))
        .orderBy(asc(t.createdAt))
    : [];
  const drafts = rows.filter(isDraft).map(({ id, number, name }) => ({ id, number, name }));
  const [first] = drafts;
  const from = search.get("from") === "draft" && first ? first.id : null;
  return { drafts, others: rows.length - drafts.length, from };
}
