import { and, eq, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { isUndecided } from "~/applications/status/undecided";
import { lockedApplication } from "~/cases/locked-application.server";
import { calendarLongDate, nassauClock, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { caseRequestItems } from "~/db/schema/case";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";
import { addressed } from "./item-verb.server";
import { ifLateOf, namedWhole } from "./request-words";

const overdue = defineJob({
  name: "case.overdue",
  data: z.object({}),
  retry: { retries: 3, firstWait: 30, maxWait: 300 },
  timeout: 300,
  // Until the evening, so that a later run sends what an outage at 9:00 left out.
  schedule: "*/10 9-23 * * *",
});

export function registerOverdue(): void {
  registerJob(overdue, () => notifyOverdue(new Date()));
}

/** Items that were overdue at 9:00 in Nassau today, and not notified for that day yet. */
const untold = (today: string) =>
  and(
    eq(caseRequestItems.state, "open"),
    isNotNull(caseRequestItems.dueOn),
    lt(caseRequestItems.dueOn, today),
    or(isNull(caseRequestItems.overdueTold), ne(caseRequestItems.overdueTold, sql`${caseRequestItems.dueOn}`)),
  );

/** Sends one mail per case, once for each item and day, however many instances run. */
export async function notifyOverdue(now: Date): Promise<void> {
  if (nassauClock(now) < "09:00") return;
  const today = nassauDay(now);
  const cases = await db
    .selectDistinct({ id: caseRequestItems.applicationId })
    .from(caseRequestItems)
    .where(untold(today));
  let failed = 0;
  for (const { id } of cases)
    await notifyCase(id, today).catch((err) => {
      log.error({ err, applicationId: id }, "an applicant could not be told of what is overdue");
      failed++;
    });
  // The job is retried and notifies nobody twice. The queue stores this message, so it names nobody.
  if (failed > 0) throw new Error(`Of ${failed} cases nobody was notified of what is overdue`);
}

async function notifyCase(applicationId: string, today: string): Promise<void> {
  await db.transaction(async (tx) => {
    const application = await lockedApplication({ tx }, applicationId);
    if (!application || !isUndecided(application.status)) return;
    const items = await tx
      .update(caseRequestItems)
      .set({ overdueTold: sql`${caseRequestItems.dueOn}` })
      .where(and(eq(caseRequestItems.applicationId, applicationId), untold(today)))
      .returning();
    if (items.length === 0) return;
    const mail = await addressed(tx, application);
    const words = items
      .sort((a, b) => a.position - b.position)
      .map(
        ({ dueOn, ifLate, ...item }) =>
          `${namedWhole(item)}\nThis was due on ${calendarLongDate(dueOn ?? today)}. ${ifLateOf(ifLate)}`,
      );
    await enqueueMail(tx, { ...mail, kind: "case_items_overdue", data: { ...mail.data, items: words.join("\n\n") } });
  });
}
