import { asc, eq, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { metadataKey } from "~/applications/steps/registry";
import { stepsOfService } from "~/applications/steps/service-steps.server";
import { asPlainStorage, encryptForStorage } from "~/applications/stored-answers/answers.server";
import { type Sealer, sealedRow, sealedSteps } from "~/applications/stored-answers/sealed-answers.server";
import { stepRow } from "~/applications/stored-answers/step-tables.server";
import { type Tier, tiersOf } from "~/catalogue/tiers.server";
import type { Transaction } from "~/db/client.server";
import { applicationStatusHistory, applicationSubmissions, visaApplications } from "~/db/schema/applications";
import { ledgerEntries } from "~/db/schema/case";
import { visaServices, visaServiceViews } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { visaInquiries } from "~/db/schema/inquiries";
import { keyDates } from "~/db/schema/key-dates";
import { emailNotifications } from "~/db/schema/mail";
import { documentRequirements } from "~/db/schema/requirements";
import { googleReviews } from "~/db/schema/site/reviews";
import { type ServiceSlug, serviceSlugs } from "~/db/seed/starter/shape";
import { wrapFileKey } from "~/documents/at-rest/file-keys.server";
import { requireDataKey } from "~/encryption/data-keys.server";
import { type SampleApplication, sampleApplications } from "./applications.server";
import { type Clock, clockAt } from "./clock";
import { type StoredFile, storeFiles } from "./documents.server";
import { sampleInquiries } from "./inquiries.server";
import { applicantsAbroad } from "./people/applicants.abroad";
import { applicantsForTheBahamas } from "./people/applicants.bahamas";
import { sampleReviews } from "./people/review-rows";
import type { SampleService } from "./shape";
import { sampleViews } from "./views";

/**
 * Invented people, the same everywhere, of the year before the day of loading (D13): every row says that it is
 * a sample, every address ends in `.example`, and no mail is sent. The bytes of their documents are written before the
 * transaction ends; a load that fails afterwards writes the same files again when it is repeated.
 */
export async function loadSamplePeople(tx: Transaction): Promise<void> {
  const clock = clockAt(new Date());
  const services = await readServices(tx);
  // Pictures are drawn in another thread, while the database works.
  const [applications] = await Promise.all([
    sampleApplications(clock, [...applicantsForTheBahamas, ...applicantsAbroad], services),
    insertVisits(tx, clock, services),
  ]);
  const inquiries = await sampleInquiries(clock, applications);
  const files = [...applications, ...inquiries].flatMap((owner) => owner.files);
  const stored = storeFiles(files);

  try {
    await insertAll(
      tx,
      visaApplications,
      applications.map(({ row }) => ({ ...row, metadata: asPlainStorage({}) })),
    );
    const sealers = await encryptAnswers(tx, applications);
    await insertStepRows(tx, applications, sealers);
    await insertAll(
      tx,
      visaInquiries,
      inquiries.map((inquiry) => inquiry.row),
    );
    await insertAll(tx, documents, await documentRows(tx, files));
    await insertAll(
      tx,
      applicationStatusHistory,
      applications.flatMap((application) => application.history),
    );
    await insertAll(
      tx,
      keyDates,
      applications.flatMap((application) => application.keyDates),
    );
    await insertAll(
      tx,
      ledgerEntries,
      applications.flatMap((application) => application.ledger),
    );
    await insertAll(
      tx,
      applicationSubmissions,
      applications.flatMap(({ submission }, index) => {
        const sealer = sealers[index];
        return submission && sealer ? { ...submission, steps: sealedSteps(sealer, submission.steps) } : [];
      }),
    );
    await insertAll(
      tx,
      emailNotifications,
      [...applications, ...inquiries].flatMap((record) => record.mails),
    );
  } finally {
    await stored;
  }
}

/** The rows of files, each with its wrapped key; their applications and inquiries are stored. */
async function documentRows(tx: Transaction, files: readonly StoredFile[]) {
  const rows: (typeof documents.$inferInsert)[] = [];
  for (const { row, key } of files) rows.push({ ...row, ...(await wrapFileKey(tx, row, key)) });
  return rows;
}

async function insertVisits(tx: Transaction, clock: Clock, services: ReadonlyMap<string, SampleService>) {
  await insertAll(tx, visaServiceViews, sampleViews(clock, services));
  await insertAll(tx, googleReviews, sampleReviews(clock));
}

async function readServices(tx: Transaction): Promise<Map<ServiceSlug, SampleService>> {
  const [services, requirements] = [
    await tx
      .select()
      .from(visaServices)
      .where(inArray(visaServices.slug, [...serviceSlugs])),
    await tx.select().from(documentRequirements).orderBy(asc(documentRequirements.displayOrder)),
  ];
  // One after the other: a transaction has one connection.
  const tiersById = new Map<string, Tier[]>();
  for (const { id } of services) tiersById.set(id, await tiersOf(tx, id));
  const known = await Promise.all(
    services.map(async ({ id, slug, serviceName, visaType, totalPrice, governmentFee, serviceFee }) => {
      const ours = serviceSlugs.find((candidate) => candidate === slug);
      if (!ours) return [];
      const required = requirements.filter((requirement) => requirement.visaServiceId === id);
      const steps = await stepsOfService(id);
      const tiers = (tiersById.get(id) ?? []).map((tier) => ({ ...tier, tierName: tier.name }));
      const prices =
        tiers.length > 0 ? tiers : [{ tierName: null, total: totalPrice ?? "0", governmentFee, serviceFee }];
      return [{ id, slug: ours, serviceName, visaType, prices, steps, requirements: required }];
    }),
  );
  return new Map(known.flat().map((service) => [service.slug, service]));
}

/** Multi-row inserts of at most a thousand rows. */
async function insertAll<Table extends PgTable>(tx: Transaction, table: Table, rows: readonly Table["$inferInsert"][]) {
  for (let from = 0; from < rows.length; from += 1000) await tx.insert(table).values(rows.slice(from, from + 1000));
}

/**
 * Writes the answers of stored applications, encrypted with a key for each; returns their sealers in the same order.
 */
async function encryptAnswers(tx: Transaction, applications: readonly SampleApplication[]): Promise<Sealer[]> {
  const sealers: Sealer[] = [];
  for (const { row } of applications) {
    const sealer = { applicationId: row.id, key: await requireDataKey({ applicationId: row.id }, tx) };
    await tx
      .update(visaApplications)
      .set(encryptForStorage(sealer, row.metadata))
      .where(eq(visaApplications.id, row.id));
    sealers.push(sealer);
  }
  return sealers;
}

/** The rows that saving the answers would create, one statement per table. */
async function insertStepRows(tx: Transaction, applications: readonly SampleApplication[], sealers: readonly Sealer[]) {
  const byTable = new Map<string, Record<string, unknown>[]>();
  for (const [index, { row, service }] of applications.entries()) {
    const sealer = sealers[index];
    for (const { definition } of service.steps) {
      const answers = row.metadata[metadataKey(definition)];
      const plain = answers && stepRow(definition, answers);
      if (!plain?.complete || !sealer) continue;
      const made = sealedRow(sealer, definition, plain);
      const rows = byTable.get(made.table) ?? [];
      byTable.set(made.table, [...rows, { ...made.row, application_id: row.id, updated_at: row.lastUpdatedAt }]);
    }
  }
  for (const [table, rows] of byTable) {
    const name = sql.identifier(table);
    await tx.execute(
      sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`,
    );
  }
}
