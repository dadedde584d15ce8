import { eq, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { siteSettings } from "~/db/schema/content";
import type { FactorChoice } from "./factor-choices";

/** Unset means super admins. */
export const settingKey = "second_factor_for";

/** Whether a row of `admin_users` needs a second factor. */
export const needsFactor = sql<boolean>`(${adminUsers.role} = 'super_admin' or ${adminUsers.factorRequired} or exists (
  select 1 from ${siteSettings} where ${siteSettings.key} = ${settingKey} and ${siteSettings.value} = '"all_admins"'))`;

/** The last day without the required factor; null if none is required. */
export const factorDue = sql<string | null>`case when ${adminUsers.secondFactorBy} is null then null
  when ${needsFactor} then ${adminUsers.secondFactorBy}::text end`;

export async function readFactorChoice(from: Queryable): Promise<FactorChoice> {
  const [row] = await from.select().from(siteSettings).where(eq(siteSettings.key, settingKey));
  return row?.value === "all_admins" ? "all_admins" : "super_admins";
}
