import { asc, inArray } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { visaApplications as t } from "~/db/schema/applications";
import { shortened } from "~/db/shortened.server";
import { log } from "~/log.server";
import { removeDraft } from "./delete-draft.server";

/** As many as a page of the list has. */
const ids = z.array(z.uuid()).min(1).max(100);

export type DeleteDraftsResult =
  /** `kept` are those that are drafts no more: they were submitted or withdrawn meanwhile, and stay. */
  { ok: true; deleted: number; kept: number } | { ok: false; status: 400 | 403 | 500; message: string };

const refuse = (status: 400 | 403 | 500, message: string): DeleteDraftsResult => ({ ok: false, status, message });

/**
 * Deletes drafts for staff, of either role (V-ATK-10), as their applicants can: answers, every browser's right to them,
 * and their files, whose bytes go once this is committed. What was ever submitted is not touched. One that is gone
 * already is deleted.
 */
export async function deleteDrafts({ staff, address }: StaffContext, given: unknown): Promise<DeleteDraftsResult> {
  const parsed = ids.safeParse(given);
  if (!parsed.success) return refuse(400, "Please choose at least one draft, and at most 100.");
  try {
    return await db.transaction(async (tx): Promise<DeleteDraftsResult> => {
      if (!(await mayAct(tx, staff))) return refuse(403, "Your account is not active any more.");
      // In one order, so that two who delete the same drafts never wait for each other.
      const rows = await tx
        .select({ id: t.id, number: t.applicationNumber, status: t.status, submittedAt: t.submittedAt })
        .from(t)
        .where(inArray(t.id, parsed.data))
        .orderBy(asc(t.id))
        .for("update");
      const drafts = rows.filter(isDraft);
      for (const { id, number } of drafts) {
        const files = await removeDraft(tx, id);
        await recordActivity(tx, staff, {
          actionType: "draft_deleted",
          subjectType: "application",
          subjectId: id,
          details: { number, files, together: drafts.length },
          address,
        });
      }
      return { ok: true, deleted: drafts.length, kept: rows.length - drafts.length };
    });
  } catch (err) {
    log.error({ err }, "drafts could not be deleted");
    return refuse(500, "The drafts could not be deleted. Nothing was changed; please try again.");
  }
}

/** Never submitted, and not withdrawn by staff either. */
const isDraft = (row: { status: string; submittedAt: Date | null }): boolean =>
  row.status === "draft" && row.submittedAt === null;

export type DraftQuestion = NonNullable<Awaited<ReturnType<typeof readDraftQuestion>>>;

/** The drafts that `?ask=delete&draft={id}&draft=…` is about; null where nothing, or no draft, is asked about. */
export async function readDraftQuestion(search: URLSearchParams) {
  if (search.get("ask") !== "delete") return null;
  const chosen = ids.safeParse(search.getAll("draft"));
  const rows = chosen.success
    ? await db
        .select({
          id: t.id,
          number: t.applicationNumber,
          name: shortened(t.applicantName, 40),
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
