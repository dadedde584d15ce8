import { inArray } from "drizzle-orm";
import { config } from "~/config.server";
import type { Queryable } from "~/db/client.server";
import { siteSettings } from "~/db/schema/content";
import type { Sender } from "./letter";
import { currentResponseTime } from "./texts/facts.server";

const keys = ["site_name", "contact_phone", "contact_email", "address_line1", "address_line2"];

async function settings(db: Queryable, names: string[]) {
  const rows = await db.select().from(siteSettings).where(inArray(siteSettings.key, names));
  const found = new Map(rows.map(({ key, value }) => [key, value]));
  return (name: string) => {
    const value = found.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
}

export function fromAddress(): string {
  return /<([^<>]+)>\s*$/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM.trim();
}

export async function loadSender(db: Queryable): Promise<Sender> {
  const setting = await settings(db, keys);
  return {
    name: setting("site_name") || "Lucaya Visa & Immigration",
    phone: setting("contact_phone"),
    email: setting("contact_email") || fromAddress(),
    address: [setting("address_line1"), setting("address_line2")].filter(Boolean),
    ...(await currentResponseTime(db)),
  };
}

/** The setting `admin_notification_email`, or else MAIL_FROM's address. */
export async function notificationAddress(db: Queryable): Promise<string> {
  const setting = await settings(db, ["admin_notification_email"]);
  return setting("admin_notification_email") || fromAddress();
}
