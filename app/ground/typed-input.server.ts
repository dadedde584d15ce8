import { z } from "zod";
import { barredSigns, isPlainLine, isPlainText, typedLine, typedText } from "./typed-text";

/** A multi-line text of a form, `max` characters at most (V-ATK-8, V-ATK-11). */
export const textInput = (max: number, label = "This") =>
  z.string().transform(typedText).refine(isPlainText, barredSigns(label)).pipe(z.string().max(max));

/** The same of one line. */
export const lineInput = (max: number, label = "This") =>
  z.string().transform(typedLine).refine(isPlainLine, barredSigns(label)).pipe(z.string().max(max));

/** Whether all texts in what was parsed out of JSON can be stored: keys and values, however deep. */
export function isPlainJson(value: unknown): boolean {
  if (typeof value === "string") return isPlainText(value.replaceAll("\r", ""));
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => isPlainLine(key) && isPlainJson(part));
}
