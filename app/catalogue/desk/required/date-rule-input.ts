import * as z from "zod/mini";
import { normalizeFigures } from "~/core/text-input";
import { type DateRule, type DateRuleUnit, dateRules, dateRuleUnits } from "~/db/schema/values";
import { type DateRuleColumns, type DocumentDateRule, dateRuleOf } from "~/documents/dates/date-rule";

/** A date rule as the editor's form has it: the number as typed, and an empty rule for none. */
export type DateRuleInput = { dateRule: DateRule | ""; dateAmount: string; dateUnit: DateRuleUnit };

export const noDateRule: DateRuleInput = { dateRule: "", dateAmount: "", dateUnit: "days" };

const rule = z._default(z.enum(["", ...dateRules]), noDateRule.dateRule);
const unit = z._default(z.enum(dateRuleUnits), noDateRule.dateUnit);

/** Drafts from before these fields do not have them. */
export const looseDateRule = {
  dateRule: rule,
  dateAmount: z._default(z.string(), noDateRule.dateAmount),
  dateUnit: unit,
};

const withoutZeros = (text: string) => normalizeFigures(text).replace(/^0+(?=\d)/, "");

export const checkedDateRule = {
  dateRule: rule,
  dateAmount: z._default(z.string().check(z.overwrite(withoutZeros)), noDateRule.dateAmount),
  dateUnit: unit,
};

const isAmount = (text: string) => /^[1-9]\d{0,2}$/.test(text);

/** The error of its number; undefined without one. */
export const dateAmountError = ({ dateRule, dateAmount }: DateRuleInput): string | undefined =>
  dateRule === "" || isAmount(dateAmount) ? undefined : "Enter a whole number from 1 to 999.";

/** The rule that the fields mean; null for none, and for a number that is none. */
export function typedDateRule({ dateRule, dateAmount, dateUnit }: DateRuleInput): DocumentDateRule | null {
  const amount = withoutZeros(dateAmount);
  return dateRule !== "" && isAmount(amount) ? { rule: dateRule, amount: Number(amount), unit: dateUnit } : null;
}

export function readDateRule(part: (name: string) => string): DateRuleInput {
  return {
    dateRule: dateRules.find((option) => option === part("dateRule")) ?? noDateRule.dateRule,
    dateAmount: part("dateAmount"),
    dateUnit: dateRuleUnits.find((option) => option === part("dateUnit")) ?? noDateRule.dateUnit,
  };
}

export function dateRuleInputOf(columns: DateRuleColumns): DateRuleInput {
  const stored = dateRuleOf(columns);
  return stored ? { dateRule: stored.rule, dateAmount: String(stored.amount), dateUnit: stored.unit } : noDateRule;
}

export function dateRuleColumns(input: DateRuleInput): DateRuleColumns {
  const typed = typedDateRule(input);
  return { dateRule: typed?.rule ?? null, dateAmount: typed?.amount ?? null, dateUnit: typed?.unit ?? null };
}
