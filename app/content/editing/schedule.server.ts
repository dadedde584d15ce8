import { eq } from "drizzle-orm";
import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { isDay, nassauTime, nassauZone } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import { instantOf, isClock } from "~/core/zones/wall-time";
import { contentVersions as t } from "~/db/schema/content";
import { enqueue } from "~/jobs/queue.server";
import { asEditor, subjectOf, versionNumber } from "./content-item.server";
import { publishDueJob } from "./due.server";
import {
  cancelAllSchedules,
  isOver,
  type Publication,
  preparePublication,
  scheduledLabel,
  unscheduleVersion,
} from "./publish.server";
import { type ContentRef, scheduledOf, syncPublicVersion, versionOf } from "./versions.server";

const number = versionNumber.min(1);
const badTime = (message: string) => refuse("invalid", message, { at: "time" as const });

/** Schedules a version for a minute in Nassau time, or moves its schedule. The item must be locked. */
export async function scheduleVersion(
  work: StaffWork,
  item: ContentRef,
  sent: Publication & { day: string; time: string },
) {
  if (!isDay(sent.day) || !isClock(sent.time)) return badTime("Enter a date and a time, such as 09:00.");
  const instant = instantOf({ day: sent.day, time: sent.time }, nassauZone);
  if (!instant) return badTime("The clocks go forward that night and skip this time. Choose another.");
  // Near the limit, UTC is already in the next year, and the database refuses years of five digits.
  if (instant.getUTCFullYear() > 9999) return badTime("This is too far away. Choose an earlier date.");
  if (await isOver(work.tx, instant)) return badTime("This time has passed. Choose a later one, or publish now.");
  const standing = await syncPublicVersion(work.tx, item);
  if (standing.shown?.number === sent.version.number) return refuse("conflict", "This version is already public.");
  const how = { standing, day: sent.day, not: "Not scheduled.", instead: "Scheduling this one calls that off." };
  const settled = await preparePublication(work, item, sent, how);
  if (!settled.ok) return settled;
  const { version } = settled;
  await cancelAllSchedules(work, item, version);
  const scheduled = { scheduledFor: instant, scheduledBy: work.staff.email, notPublished: null };
  await work.tx.update(t).set(scheduled).where(eq(t.id, version.id));
  // The job also runs every minute; this run makes the publication punctual.
  await enqueue(work.tx, publishDueJob, {}, { startAfter: instant });
  // The answer to the kind's question makes a new version, and the one that was sent may be scheduled already.
  const was = sent.version.scheduledFor ? nassauTime(sent.version.scheduledFor) : "";
  await work.record({
    ...{ actionType: "content_scheduled", ...subjectOf(item, version) },
    changes: changed("Published at", was, nassauTime(instant)),
  });
  return { ok: true as const, number: version.number, at: instant.toISOString() };
}

/** Cancels a schedule, as long as its minute has not come. */
export function cancelSchedule(context: StaffContext, rawInput: unknown) {
  return asEditor(context, { input: z.object({ number }) }, rawInput, async (work, item, sent) => {
    const version = await versionOf(work.tx, item, sent.number);
    if (!version) return refuse("not-found", "That version doesn’t exist.");
    if (version.publishedAt) return refuse("conflict", "This version has just been published as scheduled.");
    if (version.scheduledFor) {
      await unscheduleVersion(work, item, version);
      return { ok: true as const, number: version.number };
    }
    // A publication may have moved the schedule to another version, which would still be published.
    const schedules = await scheduledOf(work.tx, item);
    if (schedules.length === 0) return { ok: true as const, number: version.number };
    const not = `Nothing was called off: version ${version.number} is no longer scheduled.`;
    return refuse("conflict", [not, ...schedules.map(scheduledLabel)].join(" "));
  });
}
