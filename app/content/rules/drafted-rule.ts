import { z } from "zod";
import { entryAnswers, entryPurposes } from "~/db/schema/values";
import type { EntryRule } from "./entry-rules";

export const usualReviewDays = 90;

const text = z.string().catch("");
const orNull = z.string().min(1).nullish().catch(null);
const texts = z.array(z.string()).nullish().catch(null);
const service = z.object({ id: z.string(), name: z.string() });

const drafted = z.object({
  ...{ destination: text, passports: texts, purpose: z.enum(entryPurposes).catch("visit") },
  ...{ answer: z.enum(entryAnswers), otherwise: z.enum(entryAnswers).nullish().catch(null), stay: orNull },
  ...{ conditions: texts, notes: texts, official_page: orNull, source_name: text, source_url: text },
  ...{ source_dated: orNull, checked_on: orNull, review_days: z.number().catch(usualReviewDays) },
  ...{ service: service.nullish().catch(null), not_needed: z.array(service).nullish().catch(null) },
});

/** The rule that an editor's content makes; null without an answer. */
export function draftedRule(id: string, content: Readonly<Record<string, unknown>>): EntryRule | null {
  const read = drafted.safeParse(content);
  if (!read.success) return null;
  const { data } = read;
  return {
    ...{ id, passports: data.passports ?? [], destination: data.destination, purpose: data.purpose },
    ...{ answer: data.answer, otherwise: data.answer === "depends" ? (data.otherwise ?? null) : null },
    ...{ stay: data.stay ?? null, conditions: data.conditions ?? [], notes: data.notes ?? [] },
    ...{ officialPage: data.official_page ?? null, checkedOn: data.checked_on ?? null, reviewDays: data.review_days },
    source: { name: data.source_name, url: data.source_url, dated: data.source_dated ?? null },
    ...{ service: data.service ?? null, notNeeded: data.not_needed ?? [] },
  };
}
