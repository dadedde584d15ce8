import { isDay } from "~/core/time";
import { employmentStatuses, tripSponsors } from "~/db/schema/values";
import { defineStep, earlier, isOneOf } from "../../form-engine/define-step";
import { type Earlier, optionsOf } from "../../form-engine/definition";
import { employmentEducation } from "./employment-education";
import { longestAddress, oneLine } from "./one-line";
import { tripDetails } from "./trip-details";

/** Step 4 tells only whether the applicant pays: another sponsor is free text, which is shown and not checked. */
const sponsorInTrip: Earlier<"self" | undefined> = {
  step: tripDetails,
  answer: (stored) => (tripDetails.read(stored).whoIsPaying === "self" ? "self" : undefined),
  says(stored) {
    const { whoIsPaying, payerName, payerRelationship } = tripDetails.read(stored);
    if (whoIsPaying === "self") return "You are paying";
    return payerName && `${payerName}${payerRelationship ? ` (${payerRelationship})` : ""} is paying`;
  },
};

/** Employment status of step 6; undefined if unanswered. */
type OfWork = {
  readonly status: (typeof employmentStatuses)[number] | undefined;
  readonly wasEmployed: boolean | undefined;
};
/** An unemployed applicant has no current job, and without an earlier one no former job either. */
const works = ({ status }: OfWork) => status !== "unemployed";
const former = (answers: OfWork & { readonly hasFormerEmployment: boolean | undefined }) =>
  works(answers) ? answers.hasFormerEmployment === true : answers.wasEmployed !== false;
type Work = ReturnType<typeof employmentEducation.read>;
const isEmployer = isOneOf("currentStatus", employmentStatuses, "employed", "self_employed");
/** An answer of step 6 about an employer; undefined if it is about a school. */
const fromWork = (name: "jobTitleCourse" | "currentEmployerSchoolName" | "employerPhone") =>
  earlier(employmentEducation, name, isEmployer);
const ofWork = <Value>(answer: (work: Work) => Value): Earlier<Value> => ({
  step: employmentEducation,
  answer: (stored) => answer(employmentEducation.read(stored)),
});
/** An answer of step 6 about the job before the current one. */
const ofFormer = <Name extends keyof ReturnType<typeof latestJob>>(name: Name) =>
  ofWork((work) => latestJob(work.previousEmployment)[name]);
const employersAddress = (work: Work) =>
  isEmployer(work) && work.employerAddressLine1
    ? oneLine(
        ...[work.employerAddressLine1, work.employerAddressLine2],
        ...[work.employerCity, work.employerState, work.employerPostalCode],
      )
    : undefined;

export const bahamasEmployment = defineStep({
  code: "bahamas_employment",
  number: 9,
  component: "BahamasEmployment",
  title: "Bahamas Employment",
  description: "Bahamian immigration asks how you earn a living and how you’re paying for your trip.",
  knows: {
    status: earlier(employmentEducation, "currentStatus"),
    wasEmployed: earlier(employmentEducation, "hasPreviousEmployment"),
  },
  sections: [
    {
      title: "Current job",
      fields: [
        {
          kind: "text",
          name: "occupation",
          label: "Occupation",
          visible: works,
          from: fromWork("jobTitleCourse"),
          required: true,
          width: "half",
          autoComplete: "section-employer organization-title",
        },
        {
          kind: "number",
          name: "yearsEmployed",
          label: "Years employed",
          visible: works,
          unit: "years",
          min: 0,
          max: 80,
          step: 0.5,
          required: true,
          width: "half",
          note: (answers) =>
            underFiveYears(answers) ? "Less than 5 years: please tell us about your previous job below." : undefined,
        },
        {
          kind: "text",
          name: "employerName",
          label: "Employer’s name",
          visible: works,
          from: fromWork("currentEmployerSchoolName"),
          width: "half",
          autoComplete: "section-employer organization",
        },
        {
          kind: "phone",
          name: "employerPhone",
          label: "Employer’s phone",
          visible: works,
          from: fromWork("employerPhone"),
          width: "half",
          autoComplete: "section-employer tel",
        },
        {
          kind: "text",
          name: "employerAddress",
          label: "Employer’s address",
          visible: works,
          hint: "If you don’t have an employer, enter your own address.",
          from: ofWork(employersAddress),
          maxLength: longestAddress,
          required: true,
          autoComplete: "section-employer address-line1",
        },
        {
          kind: "yesno",
          name: "hasFormerEmployment",
          label: "Less than 5 years in this job",
          visible: works,
          compute: underFiveYears,
          follows: "yearsEmployed",
        },
      ],
    },
    {
      title: "Former Employment",
      description: "What you did before your current job.",
      fields: [
        {
          kind: "text",
          name: "formerOccupation",
          label: "Former occupation",
          hint: "If this is your first job, write what you did before, such as “Student”.",
          visible: former,
          from: ofFormer("jobTitle"),
          required: true,
          width: "half",
          autoComplete: "section-former-employer organization-title",
        },
        {
          kind: "number",
          name: "formerYears",
          label: "Years in that job",
          unit: "years",
          min: 0,
          max: 80,
          step: 0.5,
          visible: former,
          from: ofFormer("years"),
          width: "half",
        },
        {
          kind: "text",
          name: "formerEmployerName",
          label: "Former employer’s name",
          visible: former,
          from: ofFormer("employerName"),
          width: "half",
          autoComplete: "section-former-employer organization",
        },
        {
          kind: "phone",
          name: "formerEmployerPhone",
          label: "Former employer’s phone",
          visible: former,
          width: "half",
          autoComplete: "section-former-employer tel",
        },
        {
          kind: "text",
          name: "formerEmployerAddress",
          label: "Former employer’s address",
          maxLength: longestAddress,
          visible: former,
          autoComplete: "section-former-employer address-line1",
        },
      ],
    },
    {
      title: "Paying for the trip",
      fields: [
        {
          kind: "choice",
          name: "tripSponsor",
          label: "Who sponsors the trip?",
          options: optionsOf(tripSponsors, {
            self: "I do",
            employer: "My employer",
            family: "My family",
            friend: "A friend",
            organization: "An organization",
            other: "Somebody else",
          }),
          from: sponsorInTrip,
          required: true,
          missing: "Trip sponsor is required",
          width: "half",
        },
        {
          kind: "number",
          name: "moneyAvailable",
          label: "Money available",
          unit: "USD",
          min: 0,
          max: 99_999_999.99,
          step: 0.01,
          required: true,
          width: "half",
        },
      ],
    },
    {
      title: "Letters",
      description: "A scan or a good photograph of each. You can add them later, before you submit.",
      fields: [
        {
          kind: "file",
          name: "employmentLetterUrl",
          filename: "employmentLetterFilename",
          documentType: "employment_letter",
          anew: true,
          label: "Employment letter",
          visible: works,
          hint: "On your employer’s letterhead, with your position and start date.",
        },
        {
          kind: "file",
          name: "bankReferenceLetterUrl",
          filename: "bankReferenceLetterFilename",
          documentType: "bank_reference",
          anew: true,
          label: "Bank reference letter",
          hint: "From your bank, signed and recent.",
        },
      ],
    },
  ],
});

function underFiveYears({ yearsEmployed: years }: { yearsEmployed: number | undefined }): boolean | undefined {
  return years === undefined ? undefined : years < 5;
}

type Job = Readonly<Record<"employerName" | "jobTitle" | "startDate" | "endDate", string | undefined>>;

/** The job that ended last; the first of the list without dates. */
function latestJob(jobs: readonly Job[]) {
  const endOf = ({ endDate, startDate }: Job) => [endDate, startDate].find(isDay) ?? "";
  const [first, ...otherJobs] = jobs;
  const latest = otherJobs.reduce((last, job) => (last && endOf(job) > endOf(last) ? job : last), first);
  return { jobTitle: latest?.jobTitle, employerName: latest?.employerName, years: latest && yearsOf(latest) };
}

/** Rounded to half years; undefined without valid dates. */
function yearsOf({ startDate, endDate }: Job): number | undefined {
  if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) return undefined;
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000;
  return Math.round((2 * days) / 365.25) / 2;
}
