import { countryName } from "~/core/countries.server";
import type { UploadedDocument, visaInquiries } from "~/db/schema/inquiries";
import { inquiryServices } from "~/db/schema/values";
import type { SampleApplication } from "./applications.server";
import { type Clock, dayAfter, hour } from "./clock";
import { file, type StoredFile } from "./documents.server";
import { desk, type MailRow, mailRow } from "./mails";
import { mailAddress, phoneBook } from "./people/contact-data";
import { type Inquirer, inquirers } from "./people/inquirers";
import { type Random, seeded } from "./random";

type InquiryRow = Omit<typeof visaInquiries.$inferInsert, "id" | "createdAt"> & { id: string; createdAt: Date };
export type SampleInquiry = { row: InquiryRow; files: StoredFile[]; mails: MailRow[] };

/** Days ago that people of a status wrote; ranges. */
const spans: Record<Inquirer["status"], readonly [number, number]> = {
  new: [0, 6],
  in_review: [2, 16],
  contacted: [5, 120],
  qualified: [9, 270],
  converted: [30, 320],
  not_qualified: [12, 345],
};

/** People who only inquired, and some who inquired before they applied. */
export async function sampleInquiries(
  clock: Clock,
  applications: readonly SampleApplication[],
): Promise<SampleInquiry[]> {
  const random = seeded("inquiries");
  const phones = phoneBook(
    random,
    applications.map(({ person }) => person.phone),
  );
  const fromInquirers = await Promise.all(
    inquirers.map((inquirer, index) => {
      const same = inquirers.filter(({ status }) => status === inquirer.status);
      const [from, to] = spans[inquirer.status];
      const share = (same.indexOf(inquirer) + random.next()) / same.length;
      const createdAt = clock.ago(from + (to - from) * share ** 1.6, random.int(8, 22) + random.next());
      return inquiry(seeded(`inquiry ${index}`), clock, inquirer, createdAt, phones(inquirer.lives));
    }),
  );
  return [...fromInquirers, ...fromLaterApplicants(random, clock, applications)];
}

async function inquiry(random: Random, clock: Clock, inquirer: Inquirer, createdAt: Date, phone: string) {
  const { name, service, from, lives, purpose, status, notes } = inquirer;
  const space = name.lastIndexOf(" ");
  const touched = status !== "new" || notes !== undefined;
  const files = await Promise.all((inquirer.files ?? []).map((title) => attachment(random, title, name, createdAt)));
  const uploadedDocuments = files.map(
    ({ row }): UploadedDocument => ({
      name: row.documentName,
      url: `/documents/${row.id}`,
      size: row.byteSize,
      type: row.contentType,
    }),
  );
  const details = {
    nationality: inquirer.nationality ?? from,
    residenceCountry: lives,
    passportExpiryDate: dayAfter(createdAt, random.int(280, 3200)),
    travelDate: dayAfter(createdAt, inquirer.inDays ?? random.int(18, 150)),
  };
  const email = mailAddress(random, name.slice(0, space).replace(/ and .*/, ""), name.slice(space + 1));
  const row: InquiryRow = {
    id: random.uuid(),
    fullName: name,
    email: inquirer.short === "phone" ? "" : email,
    phone: inquirer.short === "email" ? "" : phone,
    preferredContactMethod: inquirer.by ?? "Email",
    visaService: service,
    ...(inquirer.short ? {} : details),
    numAdults: inquirer.adults ?? 1,
    numChildren: inquirer.children ?? 0,
    purpose,
    privacyConsent: true,
    uploadedDocuments,
    status,
    priority: inquirer.priority ?? false,
    adminNotes: notes ?? null,
    isSample: true,
    createdAt,
    updatedAt: touched ? clock.later(createdAt, random.int(3, 70) * hour) : null,
  };
  const owned = files.map(({ row: document, ...file }) => ({ ...file, row: { ...document, inquiryId: row.id } }));
  return { row, files: owned, mails: mailsOf(random, clock, row) };
}

const attachment = (random: Random, title: string, name: string, createdAt: Date) =>
  file(random, {
    applicationId: null,
    inquiryId: null,
    documentType: "inquiry",
    documentName: `${title}.pdf`,
    storageKey: `temp/${createdAt.getTime()}-${random.uuid().replaceAll("-", "").slice(0, 16)}.pdf`,
    createdAt,
    paper: { title, lines: [`Sent with the inquiry of ${name}`] },
  });

/** Some wrote a few days before they started their application. */
function fromLaterApplicants(
  random: Random,
  clock: Clock,
  applications: readonly SampleApplication[],
): SampleInquiry[] {
  return applications.flatMap(({ person, service, row: { createdAt } }): SampleInquiry[] => {
    const visaService = inquiryServices.find((name) => name === service.serviceName);
    if (!visaService || !person.inquiry) return [];
    const row: InquiryRow = {
      id: random.uuid(),
      fullName: `${person.givenName} ${person.family}`,
      email: person.email,
      phone: person.phone,
      preferredContactMethod: random.weighted([
        ["Email", 5],
        ["WhatsApp", 3],
        ["Phone", 1],
      ] as const),
      visaService,
      nationality: person.from,
      residenceCountry: person.lives,
      passportExpiryDate: person.passport.expires,
      travelDate: person.arrival,
      numAdults: 1,
      numChildren: 0,
      purpose: person.inquiry,
      privacyConsent: true,
      status: "converted",
      adminNotes: random.chance(0.5) ? "Application started." : null,
      isSample: true,
      createdAt: new Date(createdAt.getTime() - random.int(20, 120) * hour),
      updatedAt: clock.later(createdAt, 9 * hour),
    };
    return [{ row, files: [], mails: mailsOf(random, clock, row) }];
  });
}

/** As in mails: the first twelve characters of the id in upper case. */
const reference = (id: string) => id.slice(0, 12).toUpperCase();

function mailsOf(random: Random, clock: Clock, row: InquiryRow): MailRow[] {
  const { id, fullName: name, email, phone, visaService, purpose, residenceCountry, createdAt } = row;
  const about = { about: { contactInquiryId: id }, at: createdAt };
  const common = {
    name,
    email,
    message: purpose,
    service_interested: visaService,
    reference_number: reference(id),
  };
  const confirmation = { ...about, kind: "contact_confirmation" as const, to: email, toName: name, data: common };
  return [
    ...(email ? [mailRow(random, clock, confirmation)] : []),
    mailRow(random, clock, {
      ...about,
      kind: "contact_admin_notification",
      to: desk,
      toName: "",
      data: {
        ...common,
        phone,
        country: residenceCountry ? countryName(residenceCountry) : "",
        answer_by: row.preferredContactMethod ?? "Email",
        inquiry_id: id,
      },
    }),
  ];
}
