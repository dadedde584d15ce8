import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { countries } from "~/db/schema/catalogue";
import { countryCodes, countryName } from "~/ground/countries.server";
import { lineInput } from "~/ground/typed-input.server";
import { barredSigns } from "~/ground/typed-text";
import { refuse } from "~/ground/verbs/refused";

const longestName = 80;
const mostAliases = 20;

const input = z.object({
  code: z
    .string()
    .transform((code) => code.trim().toUpperCase())
    .refine((code) => countryCodes.has(code)),
  /** Empty: its name in the list of countries. */
  name: lineInput(longestName, "The name").default(""),
  /** Other spellings, separated by commas. */
  aliases: lineInput(500, "The other spellings").default(""),
});

export type CountryField = "code" | "name" | "aliases";
export type CountryProblem = { field: CountryField; message: string };
const at = (field: CountryField, message: string) => refuse("invalid", message, { field, message });

const tooMany = "Enter fewer other spellings.";

function wrongIn({ issues: [issue] }: z.ZodError) {
  const barred = issue?.code === "custom";
  if (issue?.path[0] === "name")
    return at("name", barred ? barredSigns("The name") : `Enter a name of at most ${longestName} characters.`);
  if (issue?.path[0] === "aliases") return at("aliases", barred ? barredSigns("The other spellings") : tooMany);
  return at("code", "Choose the country.");
}

const words = { forbidden: "Ask a super admin to add a country." };

/** The flag of a country: the two letters of its code as regional indicators. */
const flagOf = (code: string) => String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));

/** Adds a country that services can be of (K-DOCS-7). One that is there already is refused at its field. */
export function createCountry(context: StaffContext, given: unknown) {
  const verb = { input: z.unknown(), role: "super_admin", failed: "a country could not be added", words } as const;
  return asStaff(context, verb, given, async ({ tx, record }, form) => {
    const parsed = input.safeParse(form);
    if (!parsed.success) return wrongIn(parsed.error);
    const { code, name: typed, aliases } = parsed.data;
    const name = typed || countryName(code);
    const spellings = [...new Set(aliases.split(",").map((one) => one.trim().toUpperCase()))].filter(Boolean);
    if (spellings.length > mostAliases) return at("aliases", tooMany);
    const [made] = await tx
      .insert(countries)
      .values({ name, code, flagEmoji: flagOf(code), aliases: spellings })
      .onConflictDoNothing()
      .returning({
        id: countries.id,
        name: countries.name,
        flagEmoji: countries.flagEmoji,
        aliases: countries.aliases,
      });
    if (!made) return at("code", "This country is in the list already. Choose it there.");
    await record({ actionType: "country_created", subjectType: "country", subjectId: made.id, details: { code } });
    return { ok: true, country: made };
  });
}
