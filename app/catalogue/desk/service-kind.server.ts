import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { type ContentField, kept, textOf } from "~/content/editing/fields/fields";
import { type Content, defineKind, type Kind } from "~/content/editing/kind";
import { registerKinds } from "~/content/editing/registry.server";
import { feeOf, usdAndCents } from "~/core/prices/money";
import type { Queryable, Transaction } from "~/db/client.server";
import { agreementTemplates } from "~/db/schema/agreement-templates";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { documentRequirements } from "~/db/schema/requirements";
import type { DocumentPurpose } from "~/db/schema/values";
import { statementOf } from "~/documents/dates/date-rule";
import { slugTaken } from "./change-services.server";
import { countryNamedIn } from "./country/country-of-name";
import { typedDateRule } from "./required/date-rule-input";
import { documentsSchema, rowsOf, textOfRows } from "./required/document-rows";
import { describePhotoRule } from "./required/photo-rule-input";
import { sampleType } from "./required/store-sample.server";
import { withTypes, writeRequirements } from "./required/write-requirements.server";
import {
  definitionOf,
  differs,
  type FieldName,
  type FieldProblem,
  type FormValues,
  fieldNames,
  normalized,
  type ParsedService,
  serviceOf,
  valuesFrom,
} from "./service-form";
import { inListOrder } from "./services.server";
import { structured } from "./structured/structured";
import { factsWith, textNaming, unknownIn } from "./unknown-facts.server";
import { newValues, readChoices, storedValues } from "./values.server";
import { writeTiers } from "./write-tiers.server";

type Choices = Awaited<ReturnType<typeof readChoices>>;

export const valuesOf = (content: Content): FormValues => valuesFrom((name) => textOf(content[name] ?? null));
export const contentOf = (values: FormValues): Content =>
  Object.fromEntries(fieldNames.map((name) => [name, normalized(name, values[name]) || null]));

/**
 * A service as content (decision 0028): each field is the editor's text in its stored form. With `choices`, history and
 * record name countries and categories.
 */
export function serviceKind(choices?: Choices): Kind {
  const called = new Map(Object.values(choices ?? {}).flatMap((rows) => rows.map(({ id, name }) => [id, name])));
  return defineKind({
    ...{ kind: "services", title: "Visa Services", about: "", at: "/admin/services", may: "regular_admin" },
    fields: fieldNames.map((name): ContentField => {
      const { label, tab, hint = "" } = definitionOf(name);
      return {
        ...{ name, label, help: hint, type: "", group: tab, control: { as: "text", rows: 1 } },
        // A service is validated as a whole form, by `needs`.
        read: ([text = ""]) => kept(normalized(name, text) || null),
        typed: (value) => [textOf(value)],
        format: (value) => called.get(textOf(value)) ?? inWords(name, textOf(value)),
      };
    }),
    many: {
      ...{ noun: "service", first: "No services yet.", canAdd: true, blank: (from) => newValues(from) },
      list: (from) =>
        from
          .select({ key: visaServices.id, name: visaServices.serviceName, isPublic: visaServices.isActive })
          .from(visaServices)
          .orderBy(...inListOrder),
      name: ({ serviceName }) => textOf(serviceName ?? null),
    },
    completed,
    async needs(content, from, key) {
      const problems = await problemsIn(from, key, valuesOf(content));
      return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
    },
    async read(from, key) {
      const stored = await storedValues(key, from);
      return stored && contentOf(stored);
    },
    publish: (tx, key, content, changed, { first }) => publish(tx, key, content, first ? null : changed),
    pages: (_key, { slug }) => [{ path: `/visa/${textOf(slug ?? null)}`, name: "its page" }],
  });
}

/** Schedules, previews and the record look up the kind by its name. */
export const registerServices = () => registerKinds([serviceKind()]);

/** Adds the country in the name if none is selected, and the types of new documents. */
async function completed(content: Content, from: Queryable, key: string): Promise<Content> {
  const values = valuesOf(content);
  const { country } = countryNamedIn(values.serviceName, values.countryId || null, (await readChoices(from)).countries);
  const isList = documentsSchema.safeParse(values.requirements).success;
  const rows = isList ? textOfRows(await withTypes(from, key, rowsOf(values.requirements))) : values.requirements;
  const slug = serviceOf(values).service?.slug ?? values.slug;
  return contentOf({ ...values, slug, countryId: country?.id ?? values.countryId, requirements: rows });
}

/** What prevents a service from being stored like this. */
export async function problemsIn(from: Queryable, key: string, values: FormValues): Promise<FieldProblem[]> {
  const parsed = serviceOf(values);
  if (!parsed.ok) return parsed.problems;
  const { service } = parsed;
  const stored = await storedValues(key, from);
  const sameSlug = and(eq(visaServices.slug, service.slug), ne(visaServices.id, key));
  if ((await from.$count(visaServices, sameSlug)) > 0) return [{ field: "slug", message: slugTaken }];
  const missing = [...(await missingAgreement(from, service, stored)), ...(await missingSamples(from, key, service))];
  const changed = stored ? fieldNames.filter((name) => differs(name, values, stored)) : fieldNames;
  if (missing.length > 0 || changed.length === 0) return missing;
  const { facts, own } = await factsWith(from, service, stored ? key : undefined);
  // If these fields changed, all of its texts are checked, because they may name a fact that is gone; otherwise only
  // the changed ones.
  const naming: readonly FieldName[] = ["slug", "visaSubtypes", "processingTime", "maxStay", "validityPeriod"];
  const all = changed.some((name) => naming.includes(name));
  const unknown = unknownIn(service, facts, own, all ? fieldNames : changed);
  return unknown.length > 0 || !stored ? unknown : stillNamed(from, key, service, stored);
}

/** Finds a deleted slug or tier that another text still names. */
async function stillNamed(from: Queryable, key: string, service: ParsedService, stored: FormValues) {
  const before = structured.visaSubtypes(stored.visaSubtypes);
  const names = new Set(service.visaSubtypes.map(({ name }) => name));
  const missing = before.ok ? before.value.filter(({ name }) => !names.has(name)) : [];
  const lost: [FieldName, string][] = [
    ...(service.slug === stored.slug ? [] : [["slug", stored.slug] as [FieldName, string]]),
    ...missing.map(({ name }): [FieldName, string] => ["visaSubtypes", `${stored.slug}/${name}`]),
  ];
  for (const [field, named] of lost) {
    const text = await textNaming(from, key, named);
    if (text) return [{ field, message: `“${text}” names ${named}: change that text first` }];
  }
  return [];
}

/** An agreement that was chosen before may have been taken offline since: then it offers nothing. */
async function missingAgreement(
  from: Queryable,
  { agreementId }: ParsedService,
  stored: FormValues | null,
): Promise<FieldProblem[]> {
  if (!agreementId) return [];
  const [template] = await from
    .select({ isOffline: agreementTemplates.isOffline })
    .from(agreementTemplates)
    .where(eq(agreementTemplates.id, agreementId));
  const isThere = template && (!template.isOffline || stored?.agreementId === agreementId);
  return isThere ? [] : [{ field: "agreementId", message: "Choose an agreement that is published" }];
}

/** Finds rows whose sample no longer exists, or belongs to another document. */
async function missingSamples(from: Queryable, key: string, { requirements }: ParsedService): Promise<FieldProblem[]> {
  const ids = requirements.flatMap(({ sample }) => sample?.id ?? []);
  const own = eq(documentRequirements.visaServiceId, key);
  const existing = await from
    .select({ id: documents.id, type: documentRequirements.documentType })
    .from(documents)
    .leftJoin(documentRequirements, eq(documentRequirements.id, documents.sampleOf))
    .where(
      and(inArray(documents.id, ids), eq(documents.documentType, sampleType), or(isNull(documents.sampleOf), own)),
    );
  return requirements.flatMap(({ key: row, sample }): FieldProblem[] =>
    !sample || existing.some(({ id, type }) => id === sample.id && (type === null || type === row))
      ? []
      : [
          {
            ...{ field: "requirements", row, part: "file" },
            message: "The sample is no longer here. Please choose it again.",
          },
        ],
  );
}

async function publish(tx: Transaction, id: string, content: Content, changed: readonly string[] | null) {
  const parsed = serviceOf(valuesOf(content));
  if (!parsed.ok) throw new Error("A service that can't be stored was to be published");
  const { service } = parsed;
  // The required documents have a table of their own; the column only contains their names.
  const row = { ...service, requirements: service.requirements.map(({ name }) => name) };
  if (!changed) await tx.insert(visaServices).values({ id, ...row });
  else {
    const changedFields = Object.fromEntries(Object.entries(row).filter(([name]) => changed.includes(name)));
    const set = { ...changedFields, updatedAt: new Date() };
    const updated = await tx
      .update(visaServices)
      .set(set)
      .where(eq(visaServices.id, id))
      .returning({ id: visaServices.id });
    if (updated.length === 0) throw new Error("A service that is gone was to be published");
  }
  if (!changed || changed.includes("requirements")) await writeRequirements(tx, id, service.requirements);
  await writeTiers(tx, id, service.visaSubtypes);
}

const askedAtRenewal = "new at each renewal";
const purposes: Record<DocumentPurpose, string> = {
  document: "",
  passport_page: "the passport’s photo page",
  photo: "a photo of the person",
};

/** Formats a field for a conflict, the history and the record. */
function inWords(name: FieldName, text: string): string {
  const { kind, labels } = definitionOf(name);
  const label = labels?.[text];
  if (label) return label;
  if (kind === "fee") return usdAndCents(String(feeOf(text)));
  if (kind === "flag") return text === "yes" ? "yes" : "no";
  if (kind === "documents")
    return rowsOf(text)
      .map((row) => {
        const dateRule = typedDateRule(row);
        return [
          row.name,
          row.description,
          row.isRequired ? "required" : "optional",
          row.isRenewedAnew && askedAtRenewal,
          dateRule && statementOf(dateRule).replace(/\.$/, ""),
          purposes[row.purpose],
          row.purpose === "photo" && describePhotoRule(row),
          ...row.formats,
          row.sample?.name,
        ]
          .filter(Boolean)
          .join(", ");
      })
      .join("; ");
  if (kind === "lines") return text.split("\n").join("; ");
  return kind === "json" ? flat(text) : text.trim();
}

/** Joins the texts of a structured value. */
function flat(text: string): string {
  const texts: string[] = [];
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "string" || typeof value === "number") texts.push(String(value));
      return value;
    });
    return texts.join(", ");
  } catch {
    return text;
  }
}
