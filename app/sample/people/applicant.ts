import type { ApplicationStatus } from "~/db/schema/values";
import type { ServiceSlug } from "~/db/seed/starter/shape";
import type { OriginCode } from "./people";

/** An invented applicant with what only this person would write; the rest of the answers is made from it. */
export type Applicant = {
  service: ServiceSlug;
  status: ApplicationStatus;
  given: string;
  middle?: string;
  family: string;
  /** The name as it is written at home, and a telecode. */
  native?: string;
  telecode?: string;
  sex: "f" | "m";
  age: number;
  from: OriginCode;
  lives: OriginCode;
  /** Employed unless `is` says something else; a student's job is the course and `at` the school. */
  is?: "self_employed" | "student" | "retired" | "unemployed";
  job?: string;
  at?: string;
  /** USD a month. */
  earns?: number;
  days: number;
  purpose: string;
  /** With whom the person stays; without one, at a place of the list. */
  host?: readonly [name: string, relationship: string];
  payer?: readonly [who: "company" | "sponsor" | "other", name: string, relationship: string];
  spouse?: readonly [given: string, family: string, nationality: OriginCode];
  kids?: readonly (readonly [name: string, age: number])[];
  /** What was refused or lost earlier, in the person's words. */
  refused?: string;
  lost?: string;
  /** A security question that is answered yes, the name of its details, and the details. */
  trouble?: readonly [question: string, details: string, text: string];
  /** What the person wrote through the contact form some days before, at most 150 characters. */
  inquiry?: string;
  /** The given name of the travel companion, who stands further up in the list. */
  along?: string;
  /** How many days ago the application was started, set where two applications have to agree. */
  ago?: number;
};
