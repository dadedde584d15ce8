import { newApplicationNumber } from "~/applications/access/number";
import { metadataKey } from "~/applications/steps/registry";
import { relevantMetadata } from "~/applications/stored-answers/completeness.server";
import { signedRecordOf } from "~/applications/stored-answers/signed-record.server";
import { defaultMessage } from "~/cases/status/status-choices";
import { percentAt } from "~/core/percent-at";
import { daysAfter, nassauDay } from "~/core/time";
import type { applicationStatusHistory, applicationSubmissions, Metadata, StepAnswers } from "~/db/schema/applications";
import type { ledgerEntries } from "~/db/schema/case";
import type { keyDates } from "~/db/schema/key-dates";
import { fieldsOf } from "~/form-engine/definition";
import { applicationMails } from "./application-mails";
import { type Clock, day, hour } from "./clock";
import { filesOf, type StoredFile } from "./documents.server";
import { type Journey, journeyOf } from "./journey";
import { ledgerOf } from "./ledger";
import type { MailRow } from "./mails";
import { answersOf } from "./people/answers";
import type { Applicant } from "./people/applicant";
import { anyPhone, phoneBook } from "./people/contact-data";
import { type Persona, personaOf, travelling } from "./people/persona";
import { type Random, seeded } from "./random";
import type { ApplicationRow, SampleService } from "./shape";

export type SampleApplication = {
  person: Persona;
  service: SampleService;
  row: ApplicationRow;
  history: (typeof applicationStatusHistory.$inferInsert)[];
  keyDates: (typeof keyDates.$inferInsert)[];
  ledger: (typeof ledgerEntries.$inferInsert)[];
  submission: typeof applicationSubmissions.$inferInsert | undefined;
  files: StoredFile[];
  mails: MailRow[];
};

/** The applications of all applicants whose service exists, with their dependent rows. */
export async function sampleApplications(
  clock: Clock,
  applicants: readonly Applicant[],
  services: ReadonlyMap<string, SampleService>,
): Promise<SampleApplication[]> {
  const shares = sharesByStatus(applicants);
  const phones = phoneBook(seeded("phones"));
  const known = new Map<string, Persona>();
  const started = applicants.flatMap((applicant, index): Started[] => {
    const service = services.get(applicant.service);
    if (!service) return [];
    const random = seeded(`applicant ${applicant.givenName} ${applicant.family}`);
    const journey = journeyOf(random, clock, applicant, shares[index] ?? 0);
    const alone = personaOf({ random, phones, applicant, startedAt: journey.startedAt, index });
    const person = travelling(alone, known.get(applicant.along ?? ""));
    known.set(applicant.givenName, person);
    return [{ random, clock, service, person, journey, index }];
  });
  return Promise.all(started.map(build));
}

const browsers = ["Chrome on Android", "Safari on iOS", "Chrome on Windows", "Safari on macOS", "Firefox on Windows"];

/** Distributes the applicants of a status evenly, in another order than the list's. */
function sharesByStatus(applicants: readonly Applicant[]): number[] {
  const random = seeded("shares");
  const shares = applicants.map(() => 0);
  for (const status of new Set(applicants.map((applicant) => applicant.status))) {
    const members = random.shuffled([...applicants.entries()].filter(([, applicant]) => applicant.status === status));
    members.forEach(([index], rank) => {
      shares[index] = (rank + random.next()) / members.length;
    });
  }
  return shares;
}

type Started = {
  random: Random;
  clock: Clock;
  service: SampleService;
  person: Persona;
  journey: Journey;
  index: number;
};

async function build({ random, clock, service, person, journey, index }: Started): Promise<SampleApplication> {
  const { startedAt, submittedAt } = journey;
  const answers = answersOf(person, { random, phones: (code) => anyPhone(random, code), startedAt });
  const id = random.uuid();
  const number = newApplicationNumber(startedAt.getUTCFullYear(), random.bytes(7));
  const progress = submittedAt
    ? complete(service, answers, submittedAt)
    : partly(random, service, answers, 1 + ((index * 3) % service.steps.length));
  const files = submittedAt
    ? await filesOf(
        { applicationId: id, number, serviceName: service.serviceName, person, from: startedAt, until: submittedAt },
        service.requirements,
        clock,
      )
    : [];
  nameFiles(service, progress.metadata, files);
  const drafted = (progress.currentStep * hour) / 6 + random.int(0, 3) * day;
  const untouched = progress.completionPercentage === 0;
  const savedAt = submittedAt ?? (untouched ? startedAt : clock.later(startedAt, drafted));
  // Save & Exit sends a new link when the last one is older than a day.
  const linkSentAt = !submittedAt && savedAt.getTime() - startedAt.getTime() > day ? savedAt : startedAt;
  const price = service.prices[index % service.prices.length];
  const row: ApplicationRow = {
    id,
    applicationNumber: number,
    visaServiceId: service.id,
    userEmail: person.email,
    // Most people follow the link of the first mail within the hour.
    emailConfirmedAt: index % 45 === 5 ? null : clock.later(startedAt, (hour / 60) * (3 + ((index * 7) % 50))),
    begunWith: browsers[index % browsers.length] ?? "",
    applicationType: service.visaType,
    status: person.status,
    totalSteps: service.steps.length,
    ...progress,
    ...payment(random, person, submittedAt, Number(price?.total ?? 0)),
    totalAmountDue: price?.total ?? "0",
    tierName: price?.tierName ?? null,
    governmentFee: price?.governmentFee ?? null,
    serviceFee: price?.serviceFee ?? null,
    revisions: Object.fromEntries(
      Object.keys(progress.metadata)
        .filter((key) => key !== "step1" || progress.completionPercentage > 0)
        .map((key) => [key, random.int(1, 6)]),
    ),
    isSample: true,
    createdAt: startedAt,
    submittedAt,
    lastUpdatedAt: journey.changes.at(-1)?.at ?? savedAt,
    linkSentAt,
  };
  return {
    person,
    service,
    // A refund also lowers the price, as in the ledger.
    row: row.paymentStatus === "refunded" ? { ...row, totalAmountDue: "0" } : row,
    history: historyOf(id, journey),
    keyDates: keyDatesOf(id, journey, service, index),
    ledger: ledgerOf(row, clock, index),
    submission: submittedAt
      ? {
          applicationId: id,
          attemptKey: random.uuid(),
          ...signedRecordOf(
            service.steps,
            { signed: row.metadata },
            files.map((file) => file.row),
            service.serviceName,
          ),
          submittedAt,
        }
      : undefined,
    files,
    mails: applicationMails({ random, clock, person, service, row, journey, linkSentAt }),
  };
}

/** An answer with a file contains the name of the uploaded one. */
function nameFiles({ steps }: SampleService, metadata: Metadata, files: readonly StoredFile[]): void {
  for (const { definition } of steps) {
    for (const field of fieldsOf(definition)) {
      const file = field.kind === "file" && files.find(({ row }) => row.documentType === field.documentType);
      if (!file || field.kind !== "file") continue;
      const key = metadataKey(definition);
      metadata[key] = {
        ...metadata[key],
        [field.name]: `/documents/${file.row.id}`,
        [field.filename]: file.row.documentName,
      };
    }
  }
}

/** Of an approval: the visa or permit, some of which end within the next months, and sometimes the passport. */
function keyDatesOf(
  applicationId: string,
  { changes }: Journey,
  { serviceName }: SampleService,
  index: number,
): SampleApplication["keyDates"] {
  const approval = changes.at(-1);
  if (approval?.to !== "approved") return [];
  const approvedOn = nassauDay(approval.at);
  const kind = /permit|residen|work/i.test(serviceName) ? "permit" : "visa";
  const recorded = { applicationId, madeBy: approval.by ?? "", createdAt: approval.at, updatedAt: approval.at };
  const endsOn = daysAfter(approvedOn, kind === "permit" ? 365 : 60 + ((index * 37) % 300));
  const passport = {
    ...recorded,
    kind: "passport",
    endsOn: daysAfter(approvedOn, 400 + ((index * 53) % 2000)),
  } as const;
  return [{ ...recorded, kind, validFrom: approvedOn, endsOn }, ...(index % 4 === 1 ? [passport] : [])];
}

type Progress = Pick<ApplicationRow, "metadata"> &
  Record<"currentStep" | "furthestStep" | "completionPercentage", number>;

function complete({ steps }: SampleService, answers: Metadata, submittedAt: Date): Progress {
  const metadata = relevantMetadata(steps, answers, nassauDay(submittedAt));
  return { metadata, currentStep: steps.length, furthestStep: steps.length, completionPercentage: 100 };
}

/** The answers of a draft at the step `place`: complete before it, partial at it. */
function partly(random: Random, { steps }: SampleService, answers: Metadata, rank: number): Progress {
  if (rank === 1 && random.chance(0.5))
    return {
      metadata: { step1: { email: answers.step1?.email } },
      currentStep: 1,
      furthestStep: 1,
      completionPercentage: 0,
    };
  const metadata: Metadata = {};
  for (const [index, { definition }] of steps.slice(0, rank).entries()) {
    const key = metadataKey(definition);
    const step = answers[key] ?? {};
    metadata[key] = index + 1 < rank ? step : startedStep(random, step);
  }
  // Some people looked at an earlier answer before they left.
  const currentStep = rank > 2 && random.chance(0.2) ? rank - random.int(1, 2) : rank;
  return {
    metadata,
    currentStep,
    furthestStep: rank,
    completionPercentage: percentAt(currentStep, steps.length),
  };
}

function startedStep(random: Random, step: StepAnswers): StepAnswers {
  const entries = Object.entries(step).filter(([name]) => name !== "electronicSignature");
  return Object.fromEntries(entries.slice(0, Math.max(1, Math.round(entries.length * (0.25 + random.next() * 0.5)))));
}

function payment(random: Random, { status }: Applicant, submittedAt: Date | null, due: number) {
  const paymentStatus = submittedAt ? paymentOf(random, status) : "pending";
  const amountPaid = { pending: 0, refunded: 0, partial: due / 2, paid: due }[paymentStatus];
  return { paymentStatus, amountPaid: amountPaid.toFixed(2) };
}

function paymentOf(random: Random, status: Applicant["status"]): "pending" | "partial" | "paid" | "refunded" {
  if (status === "withdrawn") return "refunded";
  if (status === "approved" || status === "denied") return "paid";
  const open = status === "submitted" ? 0.4 : 0;
  return random.weighted([
    ["pending", open],
    ["partial", 0.35],
    ["paid", 0.4],
  ] as const);
}

function historyOf(applicationId: string, { submittedAt, changes }: Journey): SampleApplication["history"] {
  const first = submittedAt
    ? [{ applicationId, fromStatus: "draft" as const, toStatus: "submitted" as const, createdAt: submittedAt }]
    : [];
  return [
    ...first,
    ...changes.map(({ from, to, at, message, by }) => ({
      applicationId,
      fromStatus: from,
      toStatus: to,
      message: message ?? defaultMessage(to),
      adminEmail: by,
      createdAt: at,
    })),
  ];
}
