import { eq, inArray } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { countries, serviceCategories, visaPricingTiers, visaServices } from "~/db/schema/catalogue";
import { blogPosts, contentVersions, faqs, forms, seoMetadata, siteSettings } from "~/db/schema/content";
import { countryFormConfigurations, formStepDefinitions } from "~/db/schema/form-steps";
import { documentRequirements } from "~/db/schema/requirements";
import { entryRulePassports, entryRules } from "~/db/schema/site/rules";
import { starterCountries } from "./countries";
import { askedAtRenewal, starterDocumentRequirements } from "./document-requirements";
import { starterEntryRules } from "./entry-rules";
import { starterFaqs } from "./faqs";
import { starterCountrySteps, starterStepDefinitions } from "./form-steps";
import { starterForms } from "./forms";
import { starterPageMetadata } from "./page-metadata";
import { bahamasPosts } from "./posts.bahamas";
import { destinationPosts } from "./posts.destinations";
import { preparationPosts } from "./posts.preparation";
import { bahamasServices } from "./services.bahamas";
import { canadaServices } from "./services.canada";
import { otherServices } from "./services.other";
import { ukServices } from "./services.uk";
import { usServices } from "./services.us";
import { starterSettings } from "./settings";
import { categoryNames, type ServiceContent } from "./shape";

const seedServices: readonly ServiceContent[] = [
  ...bahamasServices,
  ...usServices,
  ...canadaServices,
  ...ukServices,
  ...otherServices,
];
const seedPosts = [...preparationPosts, ...destinationPosts, ...bahamasPosts];

/**
 * Inserts what is missing by natural key and changes no existing row. Tiers, documents and steps are inserted only
 * together with their service or country, so that what staff removed stays removed.
 */
export async function loadStarter(tx: Transaction): Promise<void> {
  await loadCountries(tx);
  await tx
    .insert(serviceCategories)
    .values(categoryNames.map((name, displayOrder) => ({ name, displayOrder })))
    .onConflictDoNothing();
  await loadServices(tx);
  await loadFormSteps(tx);
  await loadContent(tx);
  await loadEntryRules(tx);
}

async function loadCountries(tx: Transaction) {
  await tx
    .insert(countries)
    .values(starterCountries.map((country) => ({ ...country, aliases: [...country.aliases] })))
    .onConflictDoNothing();
}

async function loadServices(tx: Transaction) {
  const countryIds = await countryIdsByCode(tx);
  const categories = await tx
    .select({ id: serviceCategories.id, name: serviceCategories.name })
    .from(serviceCategories);
  const categoryIds = new Map(categories.map(({ id, name }) => [name, id]));

  for (const { countryCode, category, ...service } of seedServices) {
    const documents = starterDocumentRequirements[service.slug];
    const [inserted] = await tx
      .insert(visaServices)
      .values({
        ...service,
        requirements: documents.map(({ documentName }) => documentName),
        countryId: countryIds.get(countryCode) ?? null,
        categoryId: categoryIds.get(category) ?? null,
      })
      .onConflictDoNothing({ target: visaServices.slug })
      .returning({ id: visaServices.id });
    if (!inserted) continue;

    if (service.visaSubtypes.length > 0) {
      await tx.insert(visaPricingTiers).values(
        service.visaSubtypes.map(({ name, description, govFee, serviceFee, total }, displayOrder) => ({
          serviceId: inserted.id,
          tierName: name,
          description,
          totalPrice: total.toFixed(2),
          governmentFee: govFee.toFixed(2),
          serviceFee: serviceFee.toFixed(2),
          displayOrder,
        })),
      );
    }
    await tx
      .insert(documentRequirements)
      .values(
        documents.map((document, displayOrder) => ({
          ...document,
          visaServiceId: inserted.id,
          isRenewedAnew: askedAtRenewal.includes(document.documentType),
          displayOrder,
        })),
      )
      .onConflictDoNothing();
  }
}

async function loadFormSteps(tx: Transaction) {
  await tx
    .insert(formStepDefinitions)
    .values([...starterStepDefinitions])
    .onConflictDoNothing({ target: formStepDefinitions.stepCode });
  const definitions = await tx
    .select({ id: formStepDefinitions.id, code: formStepDefinitions.stepCode })
    .from(formStepDefinitions);
  const definitionIds = new Map(definitions.map(({ id, code }) => [code, id]));
  const countryIds = await countryIdsByCode(tx);

  for (const [countryCode, stepCodes] of Object.entries(starterCountrySteps)) {
    const countryId = countryIds.get(countryCode);
    if (!countryId) continue;
    const configured = await tx.$count(countryFormConfigurations, eq(countryFormConfigurations.countryId, countryId));
    if (configured > 0) continue;
    await tx.insert(countryFormConfigurations).values(
      stepCodes.flatMap((code, index) => {
        const stepDefinitionId = definitionIds.get(code);
        return stepDefinitionId ? [{ countryId, stepDefinitionId, stepOrder: index + 1 }] : [];
      }),
    );
  }
}

async function loadContent(tx: Transaction) {
  if (!(await isOwn(tx, "questions")))
    await tx
      .insert(faqs)
      .values(starterFaqs.map((faq, displayOrder) => ({ ...faq, displayOrder })))
      .onConflictDoNothing({ target: faqs.question });
  if (!(await isOwn(tx, "posts")))
    await tx
      .insert(blogPosts)
      .values(
        seedPosts.map((post) => ({
          ...post,
          published: true,
          createdAt: post.publishedAt,
          updatedAt: post.publishedAt,
        })),
      )
      .onConflictDoNothing({ target: blogPosts.slug });
  await tx
    .insert(forms)
    .values([...starterForms])
    .onConflictDoNothing({ target: forms.title });
  if (!(await isOwn(tx, "settings", "hours")))
    await tx.insert(siteSettings).values(starterSettings).onConflictDoNothing({ target: siteSettings.key });
  await tx
    .insert(seoMetadata)
    .values([...starterPageMetadata])
    .onConflictDoNothing({ target: seoMetadata.pagePath });
}

/** Only where there are no rules at all, or taking one offline by SQL would bring it back. */
async function loadEntryRules(tx: Transaction) {
  if ((await isOwn(tx, "rules")) || (await tx.$count(entryRules)) > 0) return;
  const countryIds = await countryIdsByCode(tx);
  const services = await tx
    .select({ id: visaServices.id, slug: visaServices.slug, name: visaServices.serviceName })
    .from(visaServices);
  const named = (slugs: readonly string[]) =>
    services.filter(({ slug }) => slugs.includes(slug)).map(({ id, name }) => ({ id, name }));
  for (const { destination, needed, notNeeded, ...rule } of starterEntryRules) {
    const destinationId = countryIds.get(destination);
    if (!destinationId) continue;
    const of = { destinationId, purpose: "visit" } as const;
    const [service = null] = named(needed ? [needed] : []);
    const [inserted] = await tx
      .insert(entryRules)
      .values({ ...rule, ...of, service, notNeeded: named(notNeeded) })
      .returning({ id: entryRules.id });
    if (inserted) await tx.insert(entryRulePassports).values({ ...of, ruleId: inserted.id, passport: "BS" });
  }
}

/** Content with versions is staff's: what they changed, emptied or removed does not come back. */
const isOwn = async (tx: Transaction, ...kinds: string[]): Promise<boolean> =>
  (await tx.$count(contentVersions, inArray(contentVersions.kind, kinds))) > 0;

async function countryIdsByCode(tx: Transaction): Promise<Map<string, string>> {
  const rows = await tx.select({ id: countries.id, code: countries.code }).from(countries);
  return new Map(rows.map(({ id, code }) => [code, id]));
}
