import { type DocumentDateRule, statementOf } from "~/documents/dates/date-rule";

type DateRuleTextProps = { rule: DocumentDateRule | null; className?: string };

/** How old a required document may be, or how long it must be valid; directly below its description. */
export function DateRuleText({ rule, className }: DateRuleTextProps) {
  return rule ? <p className={className}>{statementOf(rule)}</p> : null;
}
