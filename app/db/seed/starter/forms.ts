import type { FormContent } from "./shape";

/** The files are ours (app/content/forms/library); size and key are known once they are stored. */
const form = (title: string, country: string, visaType: string, description: string): FormContent => ({
  title,
  country,
  visaType,
  description,
  fileSize: null,
  fileKey: null,
});

export const starterForms: readonly FormContent[] = [
  form(
    "Bahamian e-Visa Document Checklist",
    "Bahamas",
    "Visitor",
    "One page with the six documents of the e-visa, what each must show, and the mistakes that delay most files.",
  ),
  form(
    "Consent Letter for a Traveling Minor",
    "Bahamas",
    "Visitor",
    "A letter for a child who travels with one parent or with relatives, ready to be signed before a notary.",
  ),
  form(
    "Work Permit Checklist for Employers",
    "Bahamas",
    "Work",
    "What the employer prepares for a general permit: advertising, the Department of Labour’s certificate, license and cover letter.",
  ),
  form(
    "Work Permit Checklist for Applicants",
    "Bahamas",
    "Work",
    "Certificates, qualifications and references, in the order to request them, with how long each one takes.",
  ),
  form(
    "Character Reference Template",
    "Bahamas",
    "Annual Residence",
    "A reference letter with the points that the Department of Immigration looks for. Two are needed for most permits.",
  ),
  form(
    "Permanent Residence Planning Worksheet",
    "Bahamas",
    "Permanent Residence",
    "A table for dates, property, income and family members, to be filled in before your consultation.",
  ),
  form(
    "Visa Application Worksheet",
    "Bahamas",
    "All visas",
    "The questions from our online application, on paper: collect your answers at your own pace, then type them in.",
  ),
  form(
    "DS-160 Preparation Worksheet",
    "United States",
    "B1/B2",
    "What the DS-160 asks, on paper, so that you can collect dates and addresses before you go online.",
  ),
  form(
    "Student Funding Worksheet (F-1)",
    "United States",
    "F-1",
    "Adds up savings, sponsors and scholarships until they match the figure on the I-20.",
  ),
  form(
    "Invitation Letter for Canada",
    "Canada",
    "TRV",
    "A letter for the host in Canada, with the details that IRCC expects about both of you.",
  ),
  form(
    "Canada Travel History Table",
    "Canada",
    "TRV",
    "Ten years of trips on one page, for the application form and for your explanation letter.",
  ),
  form(
    "UK Visitor Sponsor Letter",
    "United Kingdom",
    "Standard Visitor",
    "A letter for the person in the United Kingdom who hosts you or pays for you, with a list of what to attach.",
  ),
  form(
    "Schengen 90/180-Day Calculator Sheet",
    "France",
    "Schengen C",
    "Count the days of earlier trips and find out how long you may stay on the next one.",
  ),
];
