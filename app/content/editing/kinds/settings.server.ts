import { noteAgreementsChanged } from "~/content/agreements/agreements-changed.server";
import { defaultSettings, fallbackLanguages } from "~/content/settings/default-settings";
import { notifyAddressChange } from "~/content/settings/notification-address.server";
import type { Json } from "~/db/schema/content";
import { notificationAddress } from "~/mail/sender.server";
import { type Content, defineKind, type Problems } from "../kind";
import { checkVat, settingFields } from "./setting-fields";
import { inForm, storedSettings, storeSettings } from "./stored-settings.server";

/** The setting that a field belongs to: `office.city` is part of `office`. */
const keyOf = (name: string): string => name.split(".")[0] ?? name;
const keys = [...new Set(settingFields.map(({ name }) => keyOf(name)))];

function fromRows(rows: ReadonlyMap<string, Json>): Content {
  const storedIn = (name: string): Json => {
    const [key = "", part] = name.split(".");
    const value = rows.get(key) ?? null;
    if (part === undefined) return value;
    return typeof value === "object" && value !== null && part in value
      ? (new Map(Object.entries(value)).get(part) ?? null)
      : null;
  };
  return inForm({ fields: settingFields }, Object.fromEntries(settingFields.map(({ name }) => [name, storedIn(name)])));
}

/** The rows of settings for the changed fields. */
function settingRows(content: Content, changed: readonly string[]): Map<string, Json> {
  const rows = new Map<string, Json>();
  for (const key of new Set(changed.map(keyOf))) {
    const parts = settingFields.filter(({ name }) => name.startsWith(`${key}.`));
    const filled = parts.flatMap(({ name }) => {
      const value = content[name] ?? null;
      return value === null ? [] : [[name.slice(key.length + 1), value] as const];
    });
    if (parts.length === 0) rows.set(key, content[key] ?? null);
    else rows.set(key, filled.length > 0 ? Object.fromEntries(filled) : null);
  }
  return rows;
}

/** Without both coordinates pages would show neither. */
function checkCoordinates({ office_latitude: north, office_longitude: east }: Content): Problems {
  if ((north ?? null) === null && (east ?? null) !== null) return { office_latitude: "Enter the latitude as well." };
  if ((north ?? null) !== null && (east ?? null) === null) return { office_longitude: "Enter the longitude as well." };
  return {};
}

function check({ languages, default_language: chosen, ...content }: Content): Problems {
  const languageOptions: readonly Json[] = Array.isArray(languages) ? languages : fallbackLanguages;
  const problems = { ...checkCoordinates(content), ...checkVat(content) };
  return languageOptions.includes(chosen ?? defaultSettings.default_language)
    ? problems
    : { ...problems, default_language: "Choose the default language from the list." };
}

export const settingsKind = defineKind({
  may: "super_admin",
  ...{ kind: "settings", title: "Site settings", only: "site", fields: settingFields, check },
  about: "Details shown on every page, in emails and to search engines.",
  read: async (from) => fromRows(await storedSettings(from, keys)),
  // Visitors write, call, send documents or pay to these.
  recipients: [
    ...["contact_email", "apply_email", "admin_notification_email"],
    ...["contact_phone", "whatsapp_phone", "payment_instructions"],
    ...["invoice_note", "pay_link_hosts"],
  ],
  async publish(tx, _key, content, changed, { by }) {
    const former = await notificationAddress(tx);
    await storeSettings(tx, settingRows(content, changed));
    await notifyAddressChange(tx, former, by);
    await noteAgreementsChanged(tx);
  },
  previewed: (content) =>
    settingRows(
      content,
      settingFields.map(({ name }) => name),
    ),
  pages: [
    { path: "/", name: "Home" },
    { path: "/contact", name: "Contact" },
    { path: "/privacy-policy", name: "Privacy policy" },
    { path: "/bahamas-immigration", name: "Bahamas immigration" },
  ],
  see: [{ kind: "hours", label: "Office hours and holidays" }],
});
