import { and, asc, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { shownName } from "~/accounts/admins/names.server";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { lineInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { constraintOf } from "~/db/failure.server";
import { adminUsers } from "~/db/schema/accounts";
import { savedViews } from "~/db/schema/views";
import { longestName, type ViewedList, viewMessages } from "./view-words";

const name = lineInput(longestName, "The name").pipe(z.string().min(1));
const search = z.string().max(2000);
/** The id comes with the form, so that a form sent twice creates one. */
const made = z.object({ view: z.uuid(), name, search });
const changeInput = z.object({
  view: z.uuid(),
  name: name.optional(),
  search: search.optional(),
  shared: z.enum(["yes", "no"]).optional(),
});

const messages = {
  invalid: ({ issues }: z.ZodError) => {
    const barred = issues.find(({ code }) => code === "custom")?.message;
    const isLong = issues.some(({ code, path }) => code === "too_big" && path[0] === "name");
    return refuse("invalid", barred ?? (isLong ? viewMessages.long : viewMessages.unnamed));
  },
  forbidden: "Only the person who created this view or a super admin can change it.",
};

type View = typeof savedViews.$inferSelect;
const mayChange = (view: Pick<View, "adminId">, { adminId, role }: Staff) =>
  view.adminId === adminId || role === "super_admin";

const isTaken = async ({ tx }: StaffWork, { adminId, list, id }: View, wanted: string) => {
  const same = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.adminId, adminId),
        eq(savedViews.list, list),
        sql`lower(${savedViews.name}) = lower(${wanted})`,
      ),
    );
  return same.some((savedView) => savedView.id !== id);
};

export function saveView(context: StaffContext, list: ViewedList, input: unknown) {
  return asStaff(
    context,
    { input: made, messages: messages },
    input,
    async ({ tx, staff, record }, { view: id, ...view }) => {
      const values = { id, list, adminId: staff.adminId, ...view };
      const rows = await tx.insert(savedViews).values(values).onConflictDoNothing().returning({ id: savedViews.id });
      if (rows.length > 0) {
        await record({ actionType: "view_saved", subjectType: "view", subjectId: id, details: { list } });
        return { ok: true, id };
      }
      // Sent twice, or the name is taken.
      const [own] = await tx.select().from(savedViews).where(eq(savedViews.id, id));
      return own?.adminId === staff.adminId ? { ok: true, id } : refuse("invalid", viewMessages.taken);
    },
  );
}

async function lockView(work: StaffWork, id: string) {
  const [view] = await work.tx.select().from(savedViews).where(eq(savedViews.id, id)).for("update");
  if (!view) return refuse("not-found", viewMessages.gone);
  return mayChange(view, work.staff) ? { ok: true as const, view } : refuse("forbidden", messages.forbidden);
}

/** Another request took the name meanwhile. */
const nameTaken = (error: unknown) =>
  constraintOf(error) === "saved_views_own_names" ? refuse("invalid", viewMessages.taken) : refuse("failed");

/** Only for its maker and super admins. */
export function changeView(context: StaffContext, input: unknown) {
  const failed = { failed: "a view could not be changed", rethrowsUnavailable: true };
  const verb = { input: changeInput, ...failed, messages: { ...messages, failed: nameTaken } };
  return asStaff(context, verb, input, async (work, { view: id, shared, ...text }) => {
    const locked = await lockView(work, id);
    if (!locked.ok) return locked;
    const { view } = locked;
    if (text.name !== undefined && (await isTaken(work, view, text.name))) return refuse("invalid", viewMessages.taken);
    const isShared = shared === undefined ? view.isShared : shared === "yes";
    await work.tx
      .update(savedViews)
      .set({ ...text, isShared, updatedAt: new Date() })
      .where(eq(savedViews.id, id));
    await work.record({
      actionType: "view_changed",
      subjectType: "view",
      subjectId: id,
      details: { shared: isShared },
      changes: [
        ...changed("Name", view.name, text.name ?? view.name),
        ...changed("Shared", view.isShared ? "yes" : "no", isShared ? "yes" : "no"),
      ],
    });
    return { ok: true, id };
  });
}

export function deleteView(context: StaffContext, input: unknown) {
  const verb = { input: z.object({ view: z.uuid() }), messages: { forbidden: messages.forbidden } };
  return asStaff(context, verb, input, async (work, { view: id }) => {
    const locked = await lockView(work, id);
    if (!locked.ok) return locked.reason === "not-found" ? { ok: true } : locked;
    await work.tx.delete(savedViews).where(eq(savedViews.id, id));
    const subject = { subjectType: "view", subjectId: id, subjectName: locked.view.name };
    await work.record({ actionType: "view_deleted", ...subject });
    return { ok: true };
  });
}

export type ListedView = {
  id: string;
  name: string;
  isOwn: boolean;
  isShared: boolean;
  by: string;
  byEmail: string;
  mayChange: boolean;
};

const selectViews = () =>
  db
    .select({ view: savedViews, by: shownName, byEmail: adminUsers.email })
    .from(savedViews)
    .innerJoin(adminUsers, eq(adminUsers.id, savedViews.adminId));

const shown = (staff: Staff, { view, by, byEmail }: { view: View; by: string; byEmail: string }): ListedView => ({
  id: view.id,
  name: view.name,
  isOwn: view.adminId === staff.adminId,
  isShared: view.isShared,
  by,
  byEmail,
  mayChange: mayChange(view, staff),
});

/** One's own, then shared ones, by name. */
export async function viewsFor(staff: Staff, list: ViewedList): Promise<ListedView[]> {
  const rows = await selectViews()
    .where(and(eq(savedViews.list, list), or(eq(savedViews.adminId, staff.adminId), eq(savedViews.isShared, true))))
    .orderBy(sql`${savedViews.adminId} <> ${staff.adminId}`, asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.map((row) => shown(staff, row));
}

export type OpenView = ListedView & { search: string };

/** Null if it is private or deleted. */
export async function openView(staff: Staff, list: ViewedList, id: string): Promise<OpenView | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await selectViews().where(and(eq(savedViews.id, id), eq(savedViews.list, list)));
  if (!row || (row.view.adminId !== staff.adminId && !row.view.isShared)) return null;
  return { ...shown(staff, row), search: row.view.search };
}
