import { calendarLongDate, nassauDay } from "~/core/time";
import type { ClientImportBasis } from "~/db/schema/values";

export const clientPath = (id: string): string => `/admin/clients/${id}`;

/** The name of a client in the activity log, which stores no name of a person. */
export const clientReference = (id: string): string => id.slice(0, 12).toUpperCase();

export const basisLabels: Record<ClientImportBasis, string> = {
  contract: "Contract with the client",
  consent: "Their consent",
  legal_obligation: "Legal obligation",
  legitimate_interest: "Legitimate interest",
};

/** `Imported on November 28, 2026` */
export const importedOn = (at: Date | string): string => `Imported on ${calendarLongDate(nassauDay(at))}`;

export const clientLimits = { name: 120, phone: 30, reference: 60 } as const;

/** What staff can correct, as the form sends it. */
export const clientFields = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  nationality: "Nationality",
  service: "Visa service",
  reference: "Your reference",
} as const;
export type ClientField = keyof typeof clientFields;
export type ClientValues = Record<ClientField, string>;
export const emptyClient: ClientValues = {
  name: "",
  email: "",
  phone: "",
  nationality: "",
  service: "",
  reference: "",
};
export type ClientProblems = Partial<Record<ClientField, string>>;

export const clientMessages = {
  gone: "This client no longer exists.",
  stale: "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.",
  failed: "We couldn’t save this. Nothing was changed. Please try again.",
  invalid: "Please fix the highlighted fields.",
};
