import { eq, type SQL, sql } from "drizzle-orm";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { nassauZone } from "~/core/time";
import type { Transaction } from "~/db/client.server";
import { draftWarnedAfterDays, periodOf } from "~/db/data-inventory/rules";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { enqueueMail } from "~/mail/outbox.server";
import { before, cutoff } from "./cutoff.server";
import { draftFrom } from "./draft-days.server";
import type { Kind } from "./kind";
import { isOneOf } from "./plain-kinds.server";

const now = sql`now()`;

/** SQL: whether a reminder after so many days is due at `time`, and none was sent since then. */
function isDueAfter(days: number, time: SQL): SQL {
  const [from, period] = [draftFrom(sql`a.id`), `${days} days`];
  return sql`(${from} < ${before(time, period)}
    and (a.deletion_told_at is null or ${from} >= ${before(sql`a.deletion_told_at`, period)}))`;
}

const isDue = (time: SQL): SQL => sql`a.submitted_at is null and a.status in ('draft', 'withdrawn')
  and a.user_email <> '' and not a.is_sample
  and greatest(a.last_updated_at, a.kept_from) < ${before(time, `${draftWarnedAfterDays[0]} days`)}
  and ${draftFrom(sql`a.id`)} >= ${cutoff("draft", time)}
  and (${sql.join(
    draftWarnedAfterDays.map((days) => isDueAfter(days, time)),
    sql` or `,
  )})`;

/** Mails before a draft is deleted, with the day and a private link: one at each of two times. */
export const draftReminders: Kind = {
  kind: "draft-reminders",
  label: "Draft deletion reminders",
  batch: 1,
  due: (time) =>
    sql`select a.id, a.application_number as name, greatest(a.last_updated_at, a.kept_from) as dated
      from visa_applications a where ${isDue(time)}`,
  remove: async (tx, ids) => {
    let notified = 0;
    for (const id of ids) notified += await notify(tx, id);
    return notified;
  },
};

async function notify(tx: Transaction, id: string): Promise<number> {
  const [draft] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
  const { rows } = await tx.execute<{ deleted_at: Date }>(sql`
    select ((${draftFrom(sql`a.id`)} at time zone ${nassauZone}) + ${periodOf("draft")}::interval) at time zone ${nassauZone} as deleted_at
    from visa_applications a where ${isOneOf(sql`a.id`, [id])} and ${isDue(now)}`);
  const [due] = rows;
  if (!draft || !due) return 0;
  const [service] = draft.visaServiceId
    ? await tx
        .select({ name: visaServices.serviceName })
        .from(visaServices)
        .where(eq(visaServices.id, draft.visaServiceId))
    : [];
  await tx.update(visaApplications).set({ deletionToldAt: now, linkSentAt: now }).where(eq(visaApplications.id, id));
  const name = nameIn(draft, draft.userEmail.split("@")[0]);
  await enqueueMail(tx, {
    kind: "draft_deletion",
    to: draft.userEmail,
    toName: name,
    applicationId: id,
    data: {
      name,
      email: draft.userEmail,
      applicationNumber: draft.applicationNumber,
      serviceName: service?.name ?? null,
      savedAt: draft.lastUpdatedAt.toISOString(),
      percent: draft.completionPercentage,
      deletedAt: new Date(due.deleted_at).toISOString(),
    },
  });
  return 1;
}
