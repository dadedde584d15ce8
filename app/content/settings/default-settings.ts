/** The settings of public pages, each with its default. */
export const defaultSettings = {
  site_name: "Lucaya Visa & Immigration",
  contact_phone: "+1 242 555 0142",
  contact_email: "hello@lucaya.example",
  contact_location: "Nassau, Bahamas",
  whatsapp_phone: "+1 242 555 0143",
  apply_email: "apply@lucaya.example",
  address_line1: "12 Parliament Street",
  address_line2: "Nassau, New Providence, Bahamas",
  default_language: "English",
  /** `{brand}` is replaced by the site's name. */
  copyright_line: "© 2025 {brand}. All rights reserved.",
};

export const fallbackLanguages = ["English", "Español", "Creole", "French"];
