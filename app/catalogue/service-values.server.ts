import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { db, type Queryable } from "~/db/client.server";
import { countries, serviceCategories, visaServices } from "~/db/schema/catalogue";
import { entryTypes } from "~/db/schema/values";
import { barredSigns, isPlainLine, isPlainText } from "~/typed-text";
import { feeOf, highestFee } from "./money";
import {
  definitionOf,
  emptyValues,
  type FieldName,
  type FieldProblem,
  type FormValues,
  fieldNames,
  integerOf,
  linesOf,
  valuesFrom,
} from "./service-form";
import { slugOf } from "./slug";
import { readFaqs, readSteps, readSubtypes, readTexts, readTimes, structured } from "./structured";

type Row = typeof visaServices.$inferSelect;

/** A row as the editor shows it. */
function valuesOf(row: Row): FormValues {
  return valuesFrom((name) => {
    const value = row[name];
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return value ? "yes" : "";
    if (definitionOf(name).kind === "lines") return Array.isArray(value) ? value.join("\n") : "";
    return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
  });
}

/** The stored service as the editor shows it; `hold` keeps its row until the transaction ends. */
export async function storedValues(id: string, from: Queryable = db, hold = false): Promise<FormValues | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const query = from.select().from(visaServices).where(eq(visaServices.id, id));
  const [row] = await (hold ? query.for("update") : query);
  return row ? valuesOf(row) : null;
}

export async function newValues(): Promise<FormValues> {
  return emptyValues(await db.$count(visaServices));
}

/** What a service can be of: the countries by name, the categories in their order (A-SVC-22, -23). */
export async function readChoices() {
  const [countryRows, categories] = await Promise.all([
    db
      .select({ id: countries.id, name: countries.name, flagEmoji: countries.flagEmoji })
      .from(countries)
      .orderBy(asc(countries.name)),
    db
      .select({ id: serviceCategories.id, name: serviceCategories.name })
      .from(serviceCategories)
      .orderBy(asc(serviceCategories.displayOrder)),
  ]);
  return { countries: countryRows, categories };
}

type Parsed = { ok: true; service: Pick<Row, FieldName> } | { ok: false; problems: FieldProblem[] };

const uuidOrNone = z.union([z.uuid(), z.literal("")]);
const orNull = (text: string) => text.trim() || null;

/** The row that a form makes, or what is wrong in it; an empty slug is made from the name (A-SVC-11 to -18, -21). */
export function serviceOf(values: FormValues): Parsed {
  const problems: FieldProblem[] = [];
  const wrong = (field: FieldName, message: string) => problems.push({ field, message });
  const slug = values.slug.trim() || slugOf(values.serviceName);
  const entryType = entryTypes.find((known) => known === values.entryType);
  const displayOrder = integerOf(values.displayOrder);
  const fees = { governmentFee: feeOf(values.governmentFee), serviceFee: feeOf(values.serviceFee) };

  if (values.serviceName.trim() === "") wrong("serviceName", "Enter the name of the service");
  if (slug === "") {
    if (values.serviceName.trim() !== "")
      wrong("slug", "Enter a slug: the name has no letters or digits to make one from");
  } else if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    wrong("slug", "A slug has lower-case letters and digits, and single hyphens between them");
  if (!uuidOrNone.safeParse(values.countryId).success) wrong("countryId", "Choose a country of the list");
  if (!uuidOrNone.safeParse(values.categoryId).success) wrong("categoryId", "Choose a category of the list");
  if (!entryType) wrong("entryType", `Choose ${entryTypes.join(" or ")}`);
  if (Math.abs(displayOrder) > 2_147_483_647) wrong("displayOrder", "This number is too large");
  for (const name of ["governmentFee", "serviceFee"] as const) {
    if (fees[name] < 0) wrong(name, "A fee can’t be less than 0");
    if (fees[name] > highestFee) wrong(name, "This fee is too high");
  }
  if (problems.every(({ field }) => field !== "serviceFee") && fees.governmentFee + fees.serviceFee > highestFee)
    wrong("serviceFee", "The total is too high");
  for (const name of fieldNames) checkText(name, values[name], wrong);

  const json = {
    eligibilityCriteria: readTexts(values.eligibilityCriteria),
    applicationSteps: readSteps(values.applicationSteps),
    faqs: readFaqs(values.faqs),
    processingTimes: readTimes(values.processingTimes),
    visaSubtypes: readSubtypes(values.visaSubtypes),
  };
  for (const name of fieldNames)
    if (name in structured) {
      const read = structured[name as keyof typeof structured](values[name]);
      if (!read.ok && isPlainText(values[name])) wrong(name, read.problem);
    }
  const order = new Map(fieldNames.map((name, index) => [name, index]));
  problems.sort((a, b) => (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0));

  const { eligibilityCriteria, applicationSteps, faqs, processingTimes, visaSubtypes } = json;
  if (problems.length > 0 || !entryType || !eligibilityCriteria.ok || !applicationSteps.ok || !faqs.ok)
    return { ok: false, problems };
  if (!processingTimes.ok || !visaSubtypes.ok) return { ok: false, problems };
  return {
    ok: true,
    service: {
      serviceName: values.serviceName.trim(),
      slug,
      countryId: values.countryId || null,
      categoryId: values.categoryId || null,
      visaType: orNull(values.visaType),
      serviceType: orNull(values.serviceType),
      processingTime: orNull(values.processingTime),
      validityPeriod: orNull(values.validityPeriod),
      entryType,
      maxStay: orNull(values.maxStay),
      displayOrder,
      isFeatured: values.isFeatured === "yes",
      isActive: values.isActive === "yes",
      governmentFee: fees.governmentFee.toFixed(2),
      serviceFee: fees.serviceFee.toFixed(2),
      requirements: linesOf(values.requirements),
      importantNotes: linesOf(values.importantNotes),
      description: values.description.trim(),
      overview: values.overview.trim(),
      metaTitle: orNull(values.metaTitle),
      metaDescription: orNull(values.metaDescription),
      metaKeywords: orNull(values.metaKeywords),
      eligibilityCriteria: eligibilityCriteria.value,
      applicationSteps: applicationSteps.value,
      faqs: faqs.value,
      processingTimes: processingTimes.value,
      visaSubtypes: visaSubtypes.value,
    },
  };
}

function checkText(name: FieldName, text: string, wrong: (field: FieldName, message: string) => void) {
  const { kind, max, label } = definitionOf(name);
  const several = kind === "text" || kind === "lines" || kind === "json";
  if (!(several ? isPlainText(text) : isPlainLine(text.trim()))) return void wrong(name, barredSigns(label));
  if (max === undefined) return;
  const most = max.toLocaleString("en-US");
  if (kind !== "lines") {
    if (text.trim().length > max) wrong(name, `${label}: ${most} characters at most`);
    return;
  }
  const lines = linesOf(text);
  if (lines.length > 100) wrong(name, `${label}: 100 entries at most`);
  if (lines.some((line) => line.length > max)) wrong(name, `${label}: ${most} characters at most for each`);
}
