import type { ApplicationStatus } from "~/db/schema/values";
import type { ServiceSlug } from "~/db/seed/starter/shape";
import type { OriginCode } from "./people";

/** An invented applicant, with what is specific to this person; the other answers are derived. */
export type Applicant = {
  service: ServiceSlug;
  status: ApplicationStatus;
  givenName: string;
  middle?: string;
  family: string;
  /** The name in its native script, and a telecode. */
  native?: string;
  telecode?: string;
  sex: "f" | "m";
  age: number;
  from: OriginCode;
  lives: OriginCode;
  /** Employed by default; a student's job is the course and `at` the school. */
  is?: "self_employed" | "student" | "retired" | "unemployed";
  job?: string;
  at?: string;
  /** USD a month. */
  earns?: number;
  days: number;
  purpose: string;
  /** The host; without one, the person stays at a place of the list. */
  host?: readonly [name: string, relationship: string];
  payer?: readonly [who: "company" | "sponsor" | "other", name: string, relationship: string];
  spouse?: readonly [given: string, family: string, nationality: OriginCode];
  kids?: readonly (readonly [name: string, age: number])[];
  /** Earlier refusals or losses, in the person's words. */
  refused?: string;
  lost?: string;
  /** A security question answered with yes, the name of its details, and the details. */
  trouble?: readonly [question: string, details: string, text: string];
  /** An inquiry some days before, at most 150 characters. */
  inquiry?: string;
  /** The given name of a travel companion earlier in the list. */
  along?: string;
  /** How many days ago the application was started, set if two applications must match. */
  ago?: number;
};
