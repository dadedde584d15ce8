import { eq, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { siteSettings } from "~/db/schema/content";

/** Set by super admins: `off` ends measuring, and hides what was found. */
export const pictureHintsSetting = "picture_hints";

const isOff = sql`${siteSettings.key} = ${pictureHintsSetting} and ${siteSettings.value} = '"off"'::jsonb`;

/** For a query of hints. */
export const pictureHintsAreOn = sql`not exists (select from ${siteSettings} where ${isOff})`;

/** Read at every upload, so that it applies at once in every instance. */
export async function arePicturesMeasured(from: Queryable): Promise<boolean> {
  const [row] = await from.select().from(siteSettings).where(eq(siteSettings.key, pictureHintsSetting));
  return row?.value !== "off";
}
