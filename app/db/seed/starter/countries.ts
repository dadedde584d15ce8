import type { CountryCode, CountryContent } from "./shape";

/** Aliases are the spellings that links use: common names and alpha-3 codes, upper case. */
export const starterCountries = [
  { name: "Bahamas", code: "BS", flagEmoji: "🇧🇸", aliases: ["BAHAMAS", "BHS"] },
  { name: "United States", code: "US", flagEmoji: "🇺🇸", aliases: ["USA"] },
  { name: "Canada", code: "CA", flagEmoji: "🇨🇦", aliases: ["CANADA", "CAN"] },
  { name: "United Kingdom", code: "GB", flagEmoji: "🇬🇧", aliases: ["UK", "GBR"] },
  { name: "France", code: "FR", flagEmoji: "🇫🇷", aliases: ["FRANCE", "FRA", "SCHENGEN"] },
  { name: "Jamaica", code: "JM", flagEmoji: "🇯🇲", aliases: ["JAMAICA", "JAM"] },
  { name: "Barbados", code: "BB", flagEmoji: "🇧🇧", aliases: ["BARBADOS", "BRB"] },
  { name: "United Arab Emirates", code: "AE", flagEmoji: "🇦🇪", aliases: ["UAE", "ARE", "DUBAI"] },
  { name: "Australia", code: "AU", flagEmoji: "🇦🇺", aliases: ["AUSTRALIA", "AUS"] },
] as const satisfies readonly (CountryContent & { code: CountryCode })[];
