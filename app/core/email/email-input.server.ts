import { z } from "zod";
import { isEmail, notEmail, readEmail } from "./email-address";

export const emailInput = z
  .string()
  .refine(isEmail, { error: notEmail, abort: true })
  .transform((typed) => readEmail(typed) ?? typed);

export const lowerEmailInput = emailInput.transform((email) => email.toLowerCase());
