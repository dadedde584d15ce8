import type { SettingContent } from "./shape";

export const starterSettings = [
  { key: "site_name", value: "Lucaya Visa & Immigration" },
  { key: "contact_phone", value: "+1 242 555 0142" },
  { key: "contact_email", value: "hello@lucaya.example" },
  { key: "contact_location", value: "Nassau, Bahamas" },
  { key: "whatsapp_phone", value: "+1 242 555 0143" },
  { key: "apply_email", value: "apply@lucaya.example" },
  { key: "address_line1", value: "12 Parliament Street" },
  { key: "address_line2", value: "Nassau, New Providence, Bahamas" },
  { key: "admin_notification_email", value: "desk@lucaya.example" },
  { key: "languages", value: ["English", "Español", "Creole", "French"] },
  { key: "default_language", value: "English" },
  {
    key: "office_hours",
    value: {
      ...Object.fromEntries(
        ["monday", "tuesday", "wednesday", "thursday", "friday"].map((day) => [day, [["09:00", "17:00"]]]),
      ),
      saturday: [["10:00", "15:00"]],
      sunday: [],
    },
  },
  { key: "approval_period", value: "2010–2025" },
] satisfies SettingContent[];
