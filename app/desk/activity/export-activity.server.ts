import { sql } from "drizzle-orm";
import { z } from "zod";
import { formatChange } from "~/accounts/activity/in-words";
import { changesIn } from "~/accounts/activity/lines.server";
import { type ActivityFilters, matching } from "~/accounts/activity/read.server";
import { actionLabel } from "~/accounts/activity/words";
import { asStaff } from "~/accounts/as-staff.server";
import { nassauMinuteOf, recordedFilters } from "~/accounts/exports/columns.server";
import type { CsvColumn } from "~/accounts/exports/csv-column";
import { exportCsv } from "~/accounts/exports/export-csv.server";
import type { StaffContext } from "~/accounts/staff.server";
import { byCreatedAt } from "~/core/lists/keyset.server";
import { adminActivityLog as t } from "~/db/schema/accounts";

const changes = z.tuple([z.string(), z.unknown()]);

/** An action and its details, one line per change. */
function changesOf(stored: string): string {
  const [action, details] = changes.parse(JSON.parse(stored));
  return changesIn(action, details).map(formatChange).join("\n");
}

/** `Anika Thompson (anika@lucaya.example)`: the file outlives the name. */
const named = sql`(select a.name || ' (' || a.email || ')' from admin_users a
  where lower(a.email) = lower(${t.adminEmail}) and a.name not in ('', a.email))`;

const columns: readonly CsvColumn[] = [
  { title: "When", value: nassauMinuteOf(sql`${t.createdAt}`) },
  { title: "Who", value: sql`coalesce(${named}, ${t.adminEmail}, '')` },
  { title: "What", value: sql`${t.actionType}`, shown: actionLabel },
  { title: "Changed", value: sql`jsonb_build_array(${t.actionType}, ${t.details})`, shown: changesOf },
  { title: "About", value: sql`coalesce(${t.subjectName}, '')` },
  { title: "Address", value: sql`coalesce(${t.address}, '')` },
  { title: "Browser", value: sql`coalesce(${t.browser}, '')` },
];

const messages = { forbidden: "Only super admins can export the activity log." };

/** Exports the filtered record as a file, for super admins only. */
export async function exportActivity(context: StaffContext, filters: ActivityFilters) {
  const verb = { input: z.undefined(), role: "super_admin", messages: messages } as const;
  const may = await asStaff(context, verb, undefined, async () => ({ ok: true }) as const);
  if (!may.ok) return may;
  const { subject, ...set } = filters;
  return exportCsv(context, {
    list: "activity",
    fileName: "activity",
    columns,
    filters: recordedFilters({ ...set, q: subject }),
    table: t,
    where: matching(context.staff, filters),
    order: byCreatedAt("admin_activity_log"),
  });
}
