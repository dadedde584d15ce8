import { z } from "zod";
import { invalidCharactersMessage, isValidLine, isValidText, normalizeLine, normalizeText } from "./text-input";

const longer = (max: number, label: string) =>
  z.string().max(max, `${label} can have at most ${max.toLocaleString("en-US")} characters.`);

export const textInput = (max: number, label = "This") =>
  z.string().transform(normalizeText).refine(isValidText, invalidCharactersMessage(label)).pipe(longer(max, label));

export const lineInput = (max: number, label = "This") =>
  z.string().transform(normalizeLine).refine(isValidLine, invalidCharactersMessage(label)).pipe(longer(max, label));

/** Checks keys and values at any depth for characters that can't be stored. */
export function isPlainJson(value: unknown): boolean {
  if (typeof value === "string") return isValidText(value.replaceAll("\r", ""));
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => isValidLine(key) && isPlainJson(part));
}
