import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Staff } from "~/accounts/staff.server";
import { shownDrafts } from "~/cases/messages/message-form.server";
import { newest, readThread } from "~/cases/messages/thread.server";
import type { PageCursor } from "~/core/lists/keyset.server";
import { isOpening } from "~/core/opening";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseMessages } from "~/db/schema/case";
import { repliesInCase } from "./replies-in-case.server";
import { deskWriter } from "./write-to-applicant.server";

export type DeskMessages = Awaited<ReturnType<typeof deskMessages>>;

/**
 * The messages of a case at the desk and the form for a new one; null for a draft. Without a `cursor` the newest: the
 * case's own URL has a cursor for its list.
 */
export async function deskMessages(
  request: Request,
  staff: Staff,
  application: { id: string; status: string },
  cursor: PageCursor = newest,
) {
  if (application.status === "draft") return null;
  const { id } = application;
  const [thread, drafts, replies, waiting] = await Promise.all([
    readThread(id, { viewer: "office", opened: isOpening(request), place: cursor }),
    shownDrafts(db, id, deskWriter(staff.adminId)),
    repliesInCase(staff, id),
    newestWaiting(id),
  ]);
  return { thread, form: { attempt: crypto.randomUUID(), drafts }, replies, waiting };
}

/** Id of the newest unanswered message; null if there is none. */
async function newestWaiting(applicationId: string): Promise<string | null> {
  const [waiting] = await db
    .select({ id: caseMessages.id })
    .from(caseMessages)
    .where(
      and(
        eq(caseMessages.applicationId, applicationId),
        eq(caseMessages.side, "applicant"),
        isNull(caseMessages.answeredAt),
      ),
    )
    .orderBy(desc(caseMessages.createdAt))
    .limit(1);
  return waiting?.id ?? null;
}

/** Finds a case by the id in a URL. */
export async function findCase(id: string) {
  if (!z.uuid().safeParse(id).success) return undefined;
  const [application] = await db
    .select({ id: visaApplications.id, number: visaApplications.applicationNumber, status: visaApplications.status })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  return application;
}
