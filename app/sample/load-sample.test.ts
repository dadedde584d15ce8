import { beforeAll, describe, expect, test, vi } from "vitest";

vi.mock("~/db/client.server", () => ({ db: {}, pool: {} }));
vi.mock("~/jobs/queue.server", () => ({ enqueue: async () => {} }));
vi.mock("~/documents/storage.server", () => ({ putDocument: async () => {} }));
vi.mock("~/config.server", () => ({ config: { MAIL_FROM: "hello@lucaya.example", KEYRING: [], secret: "a secret" } }));
vi.mock("~/log.server", () => ({ log: { warn() {}, error() {}, info() {} } }));
vi.mock("~/core/rate-limits/limits.server", () => ({}));

const { countryNames } = await import("~/core/countries.server");
const { readApplicationNumber } = await import("~/applications/access/number");
const { answersIn } = await import("~/applications/steps/answers-in");
const { standardSteps, stepByComponent } = await import("~/applications/steps/registry");
const { stepRow } = await import("~/applications/stored-answers/step-tables.server");
const { openContradictions } = await import("~/applications/steps/contradictions/asked");
const { todayAround, validateStep } = await import("~/form-engine/validate");
const { starterDocumentRequirements } = await import("~/db/seed/starter/document-requirements");
const { starterCountrySteps, starterStepDefinitions } = await import("~/db/seed/starter/form-steps");
const { serviceSlugs } = await import("~/db/seed/starter/shape");
const { inquiryServices } = await import("~/db/schema/values");
const { checkFile } = await import("~/documents/file-check.server");
const { applicantsAbroad } = await import("./people/applicants.abroad");
const { applicantsForTheBahamas } = await import("./people/applicants.bahamas");
const { sampleApplications } = await import("./applications.server");
const { clockAt } = await import("./clock");
const { sampleInquiries } = await import("./inquiries.server");
const { sampleReviews } = await import("./people/review-rows");
const { sampleViews, viewCount } = await import("./views");

const bahamas = ["bahamian-evisa", "bahamas-work-visa", "permit-to-reside", "permanent-residence"];
const asStep = (definition: (typeof standardSteps)[number]) => ({
  definition,
  title: definition.title,
  isAddOn: definition.number > 8,
  minutes: 5,
});
const bahamasSteps = starterCountrySteps.BS.flatMap((code) => {
  const component = starterStepDefinitions.find((definition) => definition.stepCode === code)?.componentName ?? "";
  return stepByComponent(component) ?? [];
});
const services = new Map(
  serviceSlugs.map((slug) => [
    slug,
    {
      id: `id of ${slug}`,
      slug,
      serviceName:
        inquiryServices.find((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "") === slug.replaceAll("-", "")) ??
        slug,
      visaType: "Visitor",
      prices: [{ tierName: null, total: "385.00", governmentFee: "185.00", serviceFee: "200.00" }],
      steps: (bahamas.includes(slug) ? bahamasSteps : standardSteps).map(asStep),
      requirements: starterDocumentRequirements[slug],
    },
  ]),
);
const cast = [...applicantsForTheBahamas, ...applicantsAbroad];
const build = async (now: string) => {
  const clock = clockAt(new Date(now));
  const applications = await sampleApplications(clock, cast, services);
  return { clock, applications, inquiries: await sampleInquiries(clock, applications) };
};
const duplicates = (values: readonly unknown[]) => values.filter((value, index) => values.indexOf(value) !== index);

// A leap day, the turn of a year, a morning and a night.
describe.each(["2028-02-29T09:00:00Z", "2027-01-01T00:30:00Z", "2026-11-21T23:50:00Z"])(
  "sample data loaded at %s",
  (now) => {
    let people: Awaited<ReturnType<typeof build>>;
    beforeAll(async () => {
      people = await build(now);
    });

    test("there are 90 applications over all services and statuses", () => {
      expect(people.applications).toHaveLength(90);
      expect(new Set(people.applications.map(({ service }) => service.slug))).toEqual(new Set(serviceSlugs));
      expect(new Set(people.applications.map(({ row }) => row.status)).size).toBe(8);
    });

    test("finished applications are valid on the day they were answered, and fit their tables", () => {
      for (const { person, service, row } of people.applications) {
        const done = row.submittedAt ? service.steps.length : (row.furthestStep ?? 1) - 1;
        for (const { definition } of service.steps.slice(0, done)) {
          const answers = answersIn(row.metadata, definition);
          const problems = validateStep(
            definition,
            answers,
            todayAround(row.submittedAt ?? row.createdAt),
            countryNames,
          );
          expect(problems, `${person.givenName} ${person.family}, ${definition.code}`).toEqual([]);
          if (definition.number < 8) expect(stepRow(definition, answers)?.complete).toBe(true);
        }
        const all = {
          steps: service.steps.slice(0, done).map(({ definition }) => definition),
          metadata: row.metadata,
          today: todayAround(row.submittedAt ?? row.createdAt),
          countries: countryNames,
          visa: null,
        };
        expect(openContradictions(all), `${person.givenName} ${person.family}`).toEqual([]);
      }
    });

    test("application numbers can be parsed and are unique, as are emails and primary phones", () => {
      const numbers = people.applications.map(({ row }) => row.applicationNumber);
      expect(numbers.map(readApplicationNumber)).toEqual(numbers);
      expect(duplicates(numbers)).toEqual([]);
      expect(duplicates(people.applications.map(({ row }) => row.userEmail))).toEqual([]);
      expect(duplicates(people.applications.map(({ person }) => person.phone))).toEqual([]);
      expect(duplicates(people.inquiries.map(({ row }) => row.email))).toEqual([]);
    });

    test("no date is in the future or out of order, and no email could exist", () => {
      const { now: latest } = people.clock;
      for (const { row, history, files, mails } of people.applications) {
        const times = [row.createdAt, row.submittedAt, ...history.map((change) => change.createdAt), row.lastUpdatedAt]
          .filter((time) => time instanceof Date)
          .map((time) => time.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(Math.max(...times, ...files.map((file) => file.row.createdAt.getTime()))).toBeLessThan(latest.getTime());
        expect(history.at(-1)?.toStatus ?? "draft").toBe(row.status);
        for (const mail of mails) expect(mail.recipientEmail).toMatch(/\.example$/);
      }
      for (const { row } of people.inquiries) {
        expect(row.createdAt.getTime()).toBeLessThan(latest.getTime());
        expect(row.updatedAt?.getTime() ?? 0).toBeLessThan(latest.getTime());
        expect([...row.purpose].length).toBeLessThanOrEqual(150);
      }
      const views = sampleViews(people.clock, services);
      expect(views).toHaveLength(viewCount);
      expect(views.every(({ viewedAt }) => viewedAt && viewedAt <= latest)).toBe(true);
      expect(sampleReviews(people.clock).every(({ reviewDate }) => reviewDate < latest.toISOString())).toBe(true);
    });
  },
);

test("the same people are created every time", async () => {
  const [first, second] = await Promise.all([build("2026-11-21T15:00:00Z"), build("2026-11-21T15:00:00Z")]);
  expect(second.applications.map(({ row }) => row)).toEqual(first.applications.map(({ row }) => row));
  expect(second.inquiries.map(({ mails }) => mails)).toEqual(first.inquiries.map(({ mails }) => mails));
});

test("[X-TERM-10] each approved case says what ends when, in the future of its approval, and no mail says so", async () => {
  const { applications } = await build("2026-11-20T15:00:00Z");
  for (const { row, keyDates, mails } of applications) {
    expect(keyDates.length > 0).toBe(row.status === "approved");
    for (const { validFrom, endsOn, applicationId } of keyDates) {
      expect(applicationId).toBe(row.id);
      if (validFrom && endsOn) expect(endsOn > validFrom).toBe(true);
    }
    expect(mails.filter(({ emailType }) => /key_date/.test(emailType))).toEqual([]);
  }
});

test("every file is what its name says and would pass the upload checks", async () => {
  const { applications, inquiries } = await build("2026-11-21T15:00:00Z");
  const files = [...applications, ...inquiries].flatMap((owner) => owner.files);
  expect(files.length).toBeGreaterThan(250);
  for (const { row, bytes } of files) {
    const checked = await checkFile(row.documentName, new Blob([new Uint8Array(bytes)]));
    expect(checked.contentType).toBe(row.contentType);
    expect(row.byteSize).toBe(bytes.length);
  }
});

test("there are 60 inquiries over all statuses", async () => {
  const { inquiries } = await build("2026-11-21T15:00:00Z");
  expect(inquiries).toHaveLength(60);
  expect(new Set(inquiries.map(({ row }) => row.status)).size).toBe(6);
});
