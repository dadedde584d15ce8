import { eq } from "drizzle-orm";
import { readReminderDays } from "~/content/settings/reminder-days";
import { nassauDay } from "~/core/time";
import type { Queryable } from "~/db/client.server";
import { siteSettings } from "~/db/schema/content";

export type ReminderDays = {
  /** The earliest reminder first. */
  daysBefore: readonly number[];
  /**
   * The day in Nassau on which they were set; empty for the default. Reminders whose day was earlier are passed over.
   */
  since: string;
};

export async function loadReminderDays(from: Queryable): Promise<ReminderDays> {
  const [row] = await from.select().from(siteSettings).where(eq(siteSettings.key, "reminder_days"));
  return { daysBefore: readReminderDays(row?.value), since: row ? nassauDay(row.updatedAt) : "" };
}
