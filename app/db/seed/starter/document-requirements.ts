import type { DateRuleUnit } from "~/db/schema/values";
import type { DocumentContent, ServiceSlug } from "./shape";

const required = (documentType: string, documentName: string, description: string): DocumentContent => ({
  documentType,
  documentName,
  description,
  isRequired: true,
});
const optional = (documentType: string, documentName: string, description: string): DocumentContent => ({
  ...required(documentType, documentName, description),
  isRequired: false,
});

const atFiling = (dateAmount: number, dateUnit: DateRuleUnit): Partial<DocumentContent> => ({
  dateRule: "filing",
  dateAmount,
  dateUnit,
});

const passport: DocumentContent = {
  ...required(
    "passport_copy",
    "Passport copy",
    "The page with your photograph, in color, with all four corners and both printed lines at the bottom visible. It should be valid for at least 6 months beyond the trip; some destinations ask for less.",
  ),
  purpose: "passport_page",
};
const photo: DocumentContent = {
  ...required("photo", "Passport photograph", "White background, no glasses, neutral expression."),
  purpose: "photo",
  ...{ dateRule: "submission", dateAmount: 6, dateUnit: "months" },
};
const usPhoto: DocumentContent = {
  ...photo,
  documentName: "Photograph 2 × 2 in",
  description: "White background, no glasses, not retouched.",
  photoRule: { leastWidth: 600, leastHeight: 600, proportion: { width: 1, height: 1 } },
};
const itinerary = required(
  "itinerary",
  "Travel itinerary",
  "Dates, flights and places, day by day where you can. A reservation is enough; do not buy the ticket yet.",
);
const accommodation = required(
  "accommodation_proof",
  "Proof of accommodation",
  "Hotel booking in your name, or a letter from your host with address, phone number and a copy of an identity document.",
);
const funds = required(
  "proof_of_funds",
  "Proof of funds",
  "Bank statements of the last 3 months with your name, account number and closing balance on each.",
);
const ticket = required(
  "return_ticket",
  "Return or onward ticket",
  "A booking or reservation that shows how and when you leave.",
);
const police: DocumentContent = {
  ...required("police_certificate", "Police certificate", "From each country you lived in during the last 5 years."),
  ...atFiling(6, "months"),
};
const medical: DocumentContent = {
  ...required("medical_certificate", "Medical certificate", "Signed by a registered doctor."),
  ...atFiling(30, "days"),
};
const bankReference = required(
  "bank_reference",
  "Bank reference letter",
  "On the bank’s letterhead, addressed to the Department of Immigration, with the age and standing of the account.",
);
const employment = required(
  "employment_letter",
  "Employment letter",
  "On letterhead, signed, with your position, salary, start date and approved leave. If you are self-employed: business license and accounts.",
);
const references = required(
  "reference_letters",
  "Two character references",
  "From people who have known you for at least 5 years and are not relatives, with their address and phone number.",
);
const residenceStatus = required(
  "residence_status",
  "Proof of status in the Bahamas",
  "Work permit, permit to reside or permanent residence certificate, both sides. Bahamian citizens: the passport is enough.",
);
const civilRecords = optional(
  "civil_records",
  "Birth and marriage certificates",
  "For you, and for each family member included in the application. Divorce decree where it applies.",
);
const invitation = optional(
  "invitation_letter",
  "Invitation letter",
  "If you visit someone: who they are to you, where you will stay, who pays, with a copy of their identity document and status.",
);
const earlierVisas = optional(
  "travel_history",
  "Earlier visas and stamps",
  "Copies of visas and entry stamps of the last 10 years, also from old passports. Refusal letters, if you had any.",
);

/**
 * Types of documents that are out of date a year later: each renewal asks for a new one. The migration ticks the same
 * ones of services that there were before it.
 */
export const askedAtRenewal = [
  "photo",
  "police_certificate",
  "medical_certificate",
  "proof_of_funds",
  "proof_of_income",
  "bank_reference",
  "employment_letter",
  "employer_letter",
  "itinerary",
  "accommodation_proof",
  "return_ticket",
  "travel_insurance",
  "health_insurance",
];

export const starterDocumentRequirements: Record<ServiceSlug, readonly DocumentContent[]> = {
  "bahamian-evisa": [
    {
      ...passport,
      documentName: "Passport valid at least 6 months",
      description:
        "The page with your photograph, in color, with all four corners and both printed lines at the bottom visible. Count the 6 months from the end of your trip; at least one page must be blank.",
    },
    { ...photo, documentName: "Photograph" },
    itinerary,
    accommodation,
    funds,
    ticket,
    invitation,
  ],
  "bahamas-work-visa": [
    passport,
    photo,
    required(
      "job_offer",
      "Job offer or contract",
      "Signed by the employer, with job title, salary and start date. The title must be the one that was advertised.",
    ),
    required(
      "employer_letter",
      "Employer’s cover letter",
      "Addressed to the Director of Immigration, explaining the role and why it could not be filled locally. Spousal and self-employed applicants write their own.",
    ),
    required(
      "business_license",
      "Business license",
      "The employer’s current license, or your own if you are self-employed.",
    ),
    optional(
      "labour_certificate",
      "Department of Labour certificate and advertisements",
      "For a general permit: the certificate and copies of the advertisements with their dates.",
    ),
    police,
    medical,
    required(
      "qualifications",
      "Degrees, diplomas and licenses",
      "Certified copies, with translations where they are not in English.",
    ),
    references,
    civilRecords,
  ],
  "permit-to-reside": [
    passport,
    photo,
    police,
    medical,
    bankReference,
    required(
      "proof_of_income",
      "Proof of income or assets",
      "Pension letters, investment statements or accounts, for the last 12 months.",
    ),
    required(
      "property_documents",
      "Deed or lease",
      "Your title or signed lease in the Bahamas. For the property owner’s category also a valuation.",
    ),
    references,
    civilRecords,
  ],
  "permanent-residence": [
    passport,
    photo,
    police,
    medical,
    bankReference,
    required(
      "source_of_funds",
      "Statement of source of funds",
      "One or two pages on how the money was earned, with sale contracts, accounts or tax papers behind it.",
    ),
    optional(
      "property_documents",
      "Deed, valuation and property tax receipts",
      "For the Economic and Annual categories. The purchase agreement is enough while the sale is pending.",
    ),
    optional(
      "proof_of_income",
      "Proof of lasting income",
      "For Persons of Independent Means: pensions, dividends, trust letters.",
    ),
    references,
    civilRecords,
    optional(
      "residence_history",
      "Evidence of time in the Bahamas",
      "Earlier permits, utility bills, school letters, club or church membership.",
    ),
  ],
  "us-travel-b1-b2-visa": [
    passport,
    usPhoto,
    itinerary,
    funds,
    employment,
    optional(
      "ties_to_home",
      "Ties to home",
      "Deed or lease, children’s school letters, business papers, proof of studies.",
    ),
    invitation,
    earlierVisas,
    optional(
      "police_certificate",
      "Police certificate",
      "Only if you have been arrested or convicted, together with the court record.",
    ),
  ],
  "us-student-f-1-visa": [
    passport,
    usPhoto,
    required("form_i20", "Form I-20", "All pages, signed by the school’s official and by you."),
    required("sevis_receipt", "SEVIS (I-901) fee receipt", "The confirmation page with your SEVIS number."),
    required("admission_letter", "Admission letter", "From the school, with program and start date."),
    required(
      "academic_records",
      "Transcripts, diplomas and test scores",
      "The most recent ones, and English test results where the school asked for them.",
    ),
    funds,
    optional(
      "sponsor_letter",
      "Sponsor’s letter",
      "Signed, with proof of the relationship and of the sponsor’s income.",
    ),
    optional("scholarship_letter", "Scholarship letter", "With the amount for each year and its conditions."),
    earlierVisas,
  ],
  "canadian-visitor-visa-trv": [
    passport,
    photo,
    residenceStatus,
    itinerary,
    funds,
    employment,
    invitation,
    earlierVisas,
    civilRecords,
  ],
  "canadian-eta": [
    passport,
    optional("travel_history", "Earlier refusals", "Refusal letters from any country, if you had one."),
    optional(
      "police_certificate",
      "Police and court records",
      "Only if you have ever been arrested or convicted. An old record does not rule you out.",
    ),
  ],
  "uk-visitor-visa": [
    passport,
    residenceStatus,
    {
      ...funds,
      description: "Bank statements of the last 6 months with your name, account number and closing balance on each.",
    },
    employment,
    itinerary,
    accommodation,
    invitation,
    earlierVisas,
  ],
  "uk-transit-visa": [
    passport,
    ticket,
    required(
      "destination_visa",
      "Visa or permit for your destination",
      "Or proof that your nationality does not need one.",
    ),
    residenceStatus,
    funds,
    earlierVisas,
  ],
  "schengen-visitor-visa": [
    passport,
    {
      ...photo,
      documentName: "Two photographs, 35 × 45 mm",
      photoRule: { proportion: { width: 35, height: 45 } },
    },
    residenceStatus,
    required(
      "travel_insurance",
      "Travel medical insurance",
      "At least 30,000 euros, valid in all Schengen states for the whole stay, repatriation included.",
    ),
    itinerary,
    accommodation,
    ticket,
    funds,
    employment,
    invitation,
    earlierVisas,
  ],
  "jamaica-visitor-visa": [passport, photo, residenceStatus, ticket, accommodation, funds, invitation],
  "barbados-welcome-stamp": [
    passport,
    photo,
    required(
      "employment_letter",
      "Employer’s letter or company papers",
      "Confirming that you may work remotely from Barbados, with your income.",
    ),
    required(
      "proof_of_income",
      "Proof of income",
      "Contracts, pay slips or accounts that show at least US$50,000 a year.",
    ),
    required("health_insurance", "Health insurance", "Valid in Barbados for every person in the application."),
    civilRecords,
  ],
  "uae-tourist-visa": [
    passport,
    photo,
    ticket,
    accommodation,
    { ...funds, isRequired: false, description: "Asked for in some cases: bank statements of the last 3 months." },
  ],
  "australia-visitor-visa": [
    passport,
    residenceStatus,
    itinerary,
    funds,
    employment,
    invitation,
    earlierVisas,
    civilRecords,
  ],
};
