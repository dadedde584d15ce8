import { eq } from "drizzle-orm";
import { z } from "zod";
import { countryOptions } from "~/core/countries/country-options";
import { theCountry } from "~/core/countries/country-search";
import { countryNames } from "~/core/countries.server";
import { readEmail } from "~/core/email/email-address";
import { emailInput } from "~/core/email/email-input.server";
import { lineInput } from "~/core/input-schemas.server";
import { canonicalPhone, isPhone, notPhone } from "~/core/phones/phones";
import { normalizeLine } from "~/core/text-input";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { type ClientField, type ClientProblems, clientFields, clientLimits } from "./client";

export type CheckedClient = {
  name: string;
  email: string;
  phone: string;
  nationality: string | null;
  serviceId: string | null;
  reference: string;
};

const atMost = (max: number, label: string) => `${label} can have at most ${max} characters.`;
const line = (max: number, label: string) =>
  z
    .string()
    .transform(normalizeLine)
    .pipe(lineInput(1000, label))
    .refine((text) => [...text].length <= max, atMost(max, label));

const nationalities = countryOptions(countryNames, "nationalities");
const notCountry = "Choose a country from the list.";

const fields = z.object({
  name: line(clientLimits.name, "The name").refine((name) => name !== "", "Enter a name."),
  email: z
    .string()
    .transform((text) => readEmail(text) ?? normalizeLine(text))
    .pipe(z.union([z.literal(""), emailInput], "Please enter a valid email address, such as name@example.com.")),
  phone: z
    .string()
    .transform((text) => canonicalPhone(normalizeLine(text)))
    .refine((phone) => phone === "" || (isPhone(phone) && phone.length <= clientLimits.phone), notPhone),
  nationality: z
    .string()
    .transform((text) => (normalizeLine(text) === "" ? null : (theCountry(nationalities, text)?.code ?? undefined)))
    .refine((code) => code !== undefined, notCountry)
    .transform((code) => code ?? null),
  service: z.string(),
  reference: line(clientLimits.reference, "The reference"),
});

const raw = z.object(
  Object.fromEntries(Object.keys(clientFields).map((name) => [name, z.string().catch("")])) as Record<
    ClientField,
    z.ZodCatch<z.ZodString>
  >,
);

/** Checks what staff typed; the service is the id of any that there is, because it may be inactive by now. */
export async function checkClient(
  input: unknown,
): Promise<{ client: CheckedClient; problems: null } | { client: null; problems: ClientProblems }> {
  const values = raw.parse(input);
  const read = fields.safeParse(values);
  const problems: ClientProblems = {};
  for (const { path, message } of read.error?.issues ?? []) problems[path[0] as ClientField] ??= message;
  if (normalizeLine(values.email) === "" && normalizeLine(values.phone) === "")
    problems.email ??= "Enter an email address or a phone number.";
  const service = await serviceIdOf(values.service);
  if (service === undefined) problems.service = "Choose one of the services.";
  if (!read.success || service === undefined || Object.keys(problems).length > 0) return { client: null, problems };
  const { service: _, ...client } = read.data;
  return { client: { ...client, serviceId: service }, problems: null };
}

/** Null for none; undefined if there is no such service. */
async function serviceIdOf(text: string): Promise<string | null | undefined> {
  if (text === "") return null;
  const id = z.uuid().safeParse(text);
  if (!id.success) return undefined;
  const [row] = await db.select({ id: visaServices.id }).from(visaServices).where(eq(visaServices.id, id.data));
  return row?.id;
}
