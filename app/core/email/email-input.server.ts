import { z } from "zod";
import { isEmail, notEmail, readEmail } from "./email-address";

export const emailInput = z
  .string()
  .refine(isEmail, { error: notEmail, abort: true })
  .transform((rawInput) => readEmail(rawInput) ?? rawInput);

export const lowerEmailInput = emailInput.transform((email) => email.toLowerCase());
