import { max } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { flagOf } from "~/content/editing/kinds/countries/flag";
import { spellings, takenBy } from "~/content/editing/kinds/countries/taken";
import { countryCodes, countryName } from "~/core/countries.server";
import { lineInput } from "~/core/input-schemas.server";
import { invalidCharactersMessage } from "~/core/text-input";
import { refuse } from "~/core/verbs/refused";
import { countries } from "~/db/schema/catalogue";

const longestName = 80;
const mostAliases = 20;

const input = z.object({
  code: z
    .string()
    .transform((code) => code.trim().toUpperCase())
    .refine((code) => countryCodes.has(code)),
  /** If empty, its name in the list of countries. */
  name: lineInput(longestName, "The name").default(""),
  /** Other spellings, separated by commas. */
  aliases: lineInput(500, "The other spellings").default(""),
});

export type CountryField = "code" | "name" | "aliases";
export type CountryProblem = { field: CountryField; message: string };
const at = (field: CountryField, message: string) => refuse("invalid", message, { field, message });

const isThere = "This country is already on the list. Choose it there.";
const tooMany = "Enter fewer other spellings.";

function wrongIn({ issues: [issue] }: z.ZodError) {
  const barred = issue?.code === "custom";
  if (issue?.path[0] === "name")
    return at(
      "name",
      barred ? invalidCharactersMessage("The name") : `Enter a name of at most ${longestName} characters.`,
    );
  if (issue?.path[0] === "aliases")
    return at("aliases", barred ? invalidCharactersMessage("The other spellings") : tooMany);
  return at("code", "Choose the country.");
}

const messages = { forbidden: "Ask a super admin to add a country." };

/** Adds a country for services. An existing one is refused at its field. */
export function createCountry(context: StaffContext, rawInput: unknown) {
  const verb = {
    input: z.unknown(),
    role: "super_admin",
    failed: "a country could not be added",
    messages: messages,
  } as const;
  return asStaff(context, verb, rawInput, async ({ tx, record }, form) => {
    const parsed = input.safeParse(form);
    if (!parsed.success) return wrongIn(parsed.error);
    const { code, name: rawName, aliases } = parsed.data;
    const name = rawName || countryName(code);
    const normalized = spellings(aliases.split(","));
    if (normalized.length > mostAliases) return at("aliases", tooMany);
    const problem = takenBy({ name, code, aliases: normalized }, await tx.select().from(countries));
    if (problem) return problem.field === "aliases" ? at("aliases", problem.message) : at("code", isThere);
    const [last] = await tx.select({ place: max(countries.displayOrder) }).from(countries);
    const [made] = await tx
      .insert(countries)
      .values({
        ...{ name, code, flagEmoji: flagOf(code), aliases: normalized },
        displayOrder: last?.place ? last.place + 1 : 0,
      })
      .onConflictDoNothing()
      .returning({
        id: countries.id,
        name: countries.name,
        code: countries.code,
        flagEmoji: countries.flagEmoji,
        aliases: countries.aliases,
      });
    if (!made) return at("code", isThere);
    await record({ actionType: "country_created", subjectType: "country", subjectId: made.id, details: { code } });
    return { ok: true, country: made };
  });
}
