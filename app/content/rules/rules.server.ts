import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { previewedOf } from "~/content/previewed.server";
import { countryName } from "~/core/countries.server";
import { db, type Queryable } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { entryRulePassports, entryRules as t } from "~/db/schema/site/rules";
import { entryPurposes } from "~/db/schema/values";
import { draftedRule } from "./drafted-rule";
import { allOthers, type EntryPurpose, type EntryRule, needsNoVisa } from "./entry-rules";
import { type NotNeeded, passportInWords } from "./not-needed";

const passportsOfRule = sql<string[]>`array(
  select p.passport from ${entryRulePassports} p where p.rule_id = ${t.id} order by p.passport)`;

/** The public rules of one destination. */
export async function publicRules(from: Queryable, destination: string): Promise<EntryRule[]> {
  const rows = await from
    .select({ rule: t, passports: passportsOfRule })
    .from(t)
    .innerJoin(countries, eq(countries.id, t.destinationId))
    .where(and(eq(countries.code, destination), eq(t.published, true)));
  return rows.map(({ rule, passports }) => ({
    ...{ id: rule.id, passports, destination, purpose: rule.purpose, answer: rule.answer },
    ...{ otherwise: rule.otherwiseAnswer, stay: rule.stay, conditions: rule.conditions, notes: rule.notes },
    ...{ officialPage: rule.officialPage, checkedOn: rule.checkedOn, reviewDays: rule.reviewDays },
    source: { name: rule.sourceName, url: rule.sourceUrl, dated: rule.sourceDated },
    ...{ service: rule.service, notNeeded: rule.notNeeded },
  }));
}

/** The rules of a destination's page; a previewed draft replaces those of its trip, whatever passports they name. */
export async function shownRules(destination: string): Promise<EntryRule[]> {
  const rules = await publicRules(db, destination);
  const draft = previewedOf("rules");
  const drafted = draft && draftedRule(draft.key, draft.content);
  if (!drafted || drafted.destination !== destination) return rules;
  return [
    { ...drafted, passports: [allOthers] },
    ...rules.filter(({ id, purpose }) => id !== drafted.id && purpose !== drafted.purpose),
  ];
}

const inOrder = <Value extends string>(column: SQL, values: readonly Value[]) =>
  sql`array_position(array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[], ${column})`;

/**
 * The nationalities that do not need a service's visa by the rules that are public now, each with the purpose of its
 * rule; of several purposes the first counts. Null if there are none. A subquery of a statement that reads
 * `visa_services`.
 */
export const notNeededColumn = sql<Record<string, EntryPurpose> | null>`(
  select jsonb_object_agg(passport, purpose) from (
    select distinct on (p.passport) p.passport, p.purpose
    from ${t} inner join ${entryRulePassports} p on p.rule_id = ${t.id}
    where ${t.published} and ${t.answer} in (${sql.join(
      needsNoVisa.map((answer) => sql`${answer}`),
      sql`, `,
    )})
      and ${t.notNeeded} @> jsonb_build_array(jsonb_build_object('id', ${visaServices.id}))
    order by p.passport, ${inOrder(sql`p.purpose`, entryPurposes)}
  ) not_needed)`;

/** The passports of these nationalities. */
export function notNeededIn(purposes: Record<string, EntryPurpose> | null): NotNeeded | undefined {
  if (purposes === null) return undefined;
  const notNeeded: NotNeeded = {};
  for (const [code, purpose] of Object.entries(purposes)) {
    const passports = notNeeded[purpose] ?? {};
    passports[code] = passportInWords(code, countryName(code));
    notNeeded[purpose] = passports;
  }
  return notNeeded;
}

/** The public rule by which a nationality does not need a service's visa; of several purposes the first counts. */
export async function ruleAgainst(from: Queryable, serviceId: string, nationality: string) {
  const [row] = await from
    .select({ rule: t, destination: countries.code })
    .from(t)
    .innerJoin(entryRulePassports, eq(entryRulePassports.ruleId, t.id))
    .innerJoin(countries, eq(countries.id, t.destinationId))
    .where(
      and(
        eq(t.published, true),
        eq(entryRulePassports.passport, nationality),
        inArray(t.answer, [...needsNoVisa]),
        sql`${t.notNeeded} @> jsonb_build_array(jsonb_build_object('id', ${serviceId}::text))`,
      ),
    )
    .orderBy(inOrder(sql`${t.purpose}`, entryPurposes))
    .limit(1);
  if (!row) return null;
  const { rule, destination } = row;
  return {
    ...{ purpose: rule.purpose, destination, checkedOn: rule.checkedOn, reviewDays: rule.reviewDays },
    source: { name: rule.sourceName, url: rule.sourceUrl, dated: rule.sourceDated },
  };
}
