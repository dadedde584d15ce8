import { z } from "zod";
import { isEmail, notEmail, readEmail } from "./email-address";

/** An email address of a form, as it is stored and written to (F-MAIL-1 to -3). */
export const emailInput = z
  .string()
  .refine(isEmail, { error: notEmail, abort: true })
  .transform((typed) => readEmail(typed) ?? typed);

/** The same in small letters, for those that are compared so. */
export const lowerEmailInput = emailInput.transform((email) => email.toLowerCase());
