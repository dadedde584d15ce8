import type { FileRefusal, FileRules } from "~/documents/file-rules";

/** The raw input of the form, in its order. Input name = Drizzle property (public-site.md §5). */
export type InquiryValues = {
  fullName: string;
  email: string;
  phone: string;
  visaService: string;
  purpose: string;
  preferredContactMethod: string;
  nationality: string;
  residenceCountry: string;
  passportExpiryDate: string;
  travelDate: string;
  numAdults: string;
  numChildren: string;
  privacyConsent: boolean;
};

export type InquiryName = keyof InquiryValues;
/** `offered`: the phone number completed with a country code. */
export type InquiryProblem = { name: InquiryName | "files"; message: string; offered?: string };

export const inquiryLabels: Record<InquiryName, string> = {
  fullName: "Full name",
  email: "Email address",
  phone: "Phone number",
  visaService: "Visa service",
  purpose: "Purpose of travel",
  preferredContactMethod: "Preferred contact method",
  nationality: "Nationality",
  residenceCountry: "Country of residence",
  passportExpiryDate: "Passport expiry date",
  travelDate: "Travel date",
  numAdults: "Number of adults",
  numChildren: "Number of children",
  privacyConsent: "Privacy policy",
};

/** The service of an inquiry that names none. */
export const notSureYet = "Not sure yet";

/** No contact method is preselected: it follows from whether email or phone is given. */
export const emptyInquiry: InquiryValues = {
  fullName: "",
  email: "",
  phone: "",
  visaService: notSureYet,
  purpose: "",
  preferredContactMethod: "",
  nationality: "",
  residenceCountry: "",
  passportExpiryDate: "",
  travelDate: "",
  numAdults: "1",
  numChildren: "0",
  privacyConsent: false,
};

/** The fields under `Add details`. */
const details = [
  "preferredContactMethod",
  "nationality",
  "residenceCountry",
  "passportExpiryDate",
  "travelDate",
  "numAdults",
  "numChildren",
] as const satisfies readonly InquiryName[];
export const isDetail = (name: InquiryProblem["name"]): boolean =>
  name === "files" || details.some((detail) => detail === name);
export const hasDetails = (values: InquiryValues): boolean =>
  details.some((name) => values[name] !== emptyInquiry[name]);

const order: readonly string[] = Object.keys({ ...inquiryLabels, privacyConsent: undefined });
const orderOf = (name: string) => (name === "files" ? order.length - 1.5 : order.indexOf(name));
export const inFormOrder = (problems: readonly InquiryProblem[]): InquiryProblem[] =>
  problems.toSorted((a, b) => orderOf(a.name) - orderOf(b.name));

/** Characters as a person counts them. */
export const purposeLimit = 150;
export const countCharacters = (text: string): number => [...text.replaceAll("\r\n", "\n").trim()].length;

/** Five of 10 MB each are the 50 MB that an inquiry may have (D3). */
export const inquiryFiles = 5;
export const inquiryFileRules: FileRules = {
  extensions: ["pdf", "jpg", "jpeg", "png"],
  minimum: 1,
  maximum: 10 * 1024 * 1024,
};

/** Messages for refused files by the specification, with the detail of the check. */
export const fileMessages = {
  type: (file: string, advice = "") =>
    `Invalid file type: ${file}. ${advice && `${advice} `}Please upload PDF, JPG, JPEG, or PNG files only.`,
  "too large": (file: string, advice = "") => `File too large: ${file}. Maximum size is 10MB.${advice && ` ${advice}`}`,
} as const;

/** The message for a refused file; what a file's own state says has no text of the specification for inquiries. */
export function describeFileProblem(file: string, { problem, message, advice }: FileRefusal): string {
  return problem === "type" || problem === "too large" ? fileMessages[problem](file, advice) : message;
}

export const unfinishedFile = "This file hadn’t finished uploading when you left the page. Please choose it again.";
export const tooManyFiles = `An inquiry can have up to ${inquiryFiles} files. Please remove one first.`;

export type InquiryFile = { id: string; name: string; size: number; type: string };

/** Inputs that aren't answers: files, their ids, and the idempotency key. */
export const inquiryInputs = {
  files: "files",
  document: "document",
  attempt: "attempt",
} as const;

/** Reads a form without validation; used in the browser and on the server. */
export function readInquiryForm(form: FormData): InquiryValues {
  const text = (name: InquiryName) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const { privacyConsent: _consent, ...texts } = emptyInquiry;
  const values = Object.fromEntries(
    Object.entries(texts).map(([name, usual]) => [name, text(name as keyof typeof texts) ?? usual]),
  ) as typeof texts;
  return { ...values, privacyConsent: text("privacyConsent") === "yes" };
}
