import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { entryCheckPath } from "~/content/rules/check-path";
import { draftedRule, usualReviewDays } from "~/content/rules/drafted-rule";
import { allOthers } from "~/content/rules/entry-rules";
import { answerLabels, purposeLabels, ruleName } from "~/content/rules/words";
import { countryInSentence } from "~/core/countries/in-sentence";
import { countryName } from "~/core/countries.server";
import { calendarDate, nassauDay } from "~/core/time";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import type { Json } from "~/db/schema/content";
import { entryRulePassports, entryRules as t } from "~/db/schema/site/rules";
import { entryPurposes } from "~/db/schema/values";
import { type Content, defineKind, type Listed, type Problems } from "../../kind";
import { textIn } from "../rows.server";
import { namedServices, textsIn } from "./content";
import { passportName, ruleFields } from "./fields";
import { digestOf, setCheckedToday } from "./set-checked-today.server";

const destinationMessage = "Choose the destination.";

function check({
  destination,
  checked_on: checkedOn,
  source_dated: dated,
  source_undated: undated,
}: Content): Problems {
  return {
    ...(destination ? {} : { destination: destinationMessage }),
    ...(textIn(checkedOn) > nassauDay() ? { checked_on: "Choose today or an earlier day." } : {}),
    ...(dated && undated === true ? { source_undated: "Clear the date, or uncheck this box." } : {}),
  };
}

const othersMayBe: readonly Json[] = ["evisa", "required", "suspended"];

function incomplete(content: Content): Problems {
  const { answer, conditions, otherwise, source_dated: dated, source_undated: undated } = content;
  const passports = textsIn(content.passports);
  const depends = answer === "depends";
  const namesSource = Boolean(content.source_name) && Boolean(content.source_url);
  return {
    ...(passports.length > 0 ? {} : { passports: "Choose the passports that it is for." }),
    ...(answer ? {} : { answer: "Choose the answer." }),
    ...(answer && passports.includes(allOthers) && !othersMayBe.includes(answer)
      ? { answer: "A rule for all other passports can only say that something is needed first." }
      : {}),
    ...(depends && textsIn(conditions).length === 0 ? { conditions: "Add the conditions that it depends on." } : {}),
    ...(depends && !otherwise ? { otherwise: "Say what applies when the conditions are not met." } : {}),
    ...(namesSource
      ? {}
      : { [content.source_name ? "source_url" : "source_name"]: "Name the source and its address." }),
    ...(dated || undated === true ? {} : { source_dated: "Enter the source’s date, or check that it gives none." }),
    ...(content.checked_on ? {} : { checked_on: "Enter the day on which you checked the source." }),
    ...(content.review_days ? {} : { review_days: "Enter a number from 7 to 365." }),
  };
}

/** `locked`: the country can't be deleted before the rule is published; one that is being deleted counts as gone. */
async function destinationOf(from: Queryable, content: Content, locked?: "locked") {
  const query = from
    .select({ id: countries.id, name: countries.name })
    .from(countries)
    .where(eq(countries.code, textIn(content.destination)));
  const [country] = await (locked ? query.for("key share") : query);
  return country;
}

/** Under a lock: of two rules published at once the second is refused with a message. The key refuses it too. */
async function needs(content: Content, from: Queryable, key: string): Promise<Problems> {
  await takeKeyedLock(from, keyedLocks.content, "content names of rules");
  const rule = draftedRule(key, content);
  const destination = await destinationOf(from, content, "locked");
  const passports = textsIn(content.passports);
  const [taken] =
    rule && destination && passports.length > 0
      ? await from
          .select({ passport: entryRulePassports.passport })
          .from(entryRulePassports)
          .where(
            and(
              eq(entryRulePassports.destinationId, destination.id),
              eq(entryRulePassports.purpose, rule.purpose),
              inArray(entryRulePassports.passport, passports),
              ne(entryRulePassports.ruleId, key),
            ),
          )
          .orderBy(asc(entryRulePassports.passport))
          .limit(1)
      : [];
  const problems = incomplete(content);
  if (!taken || !rule || !destination) return problems;
  const [who, where] = [passportName(taken.passport), countryInSentence(destination.name)];
  const has = taken.passport === allOthers ? "have" : "has";
  return {
    passports: `${who} already ${has} a public rule for ${where}, ${purposeLabels[rule.purpose]}. Change that one, or take it offline first.`,
    ...problems,
  };
}

async function taken(from: Queryable, _key: string, content: Content): Promise<Problems> {
  const [needed] = namedServices(content.service);
  const twice = needed && namedServices(content.not_needed).some(({ id }) => id === needed.id);
  const known = await namesOf(from, content);
  const unknown = (value: Json | undefined) => namedServices(value).some(({ id, name }) => !known.has(id) && !name);
  return {
    ...(content.destination && !(await destinationOf(from, content)) ? { destination: destinationMessage } : {}),
    ...(unknown(content.service) ? { service: "Choose one from the list." } : {}),
    ...(unknown(content.not_needed) ? { not_needed: "Choose some from the list." } : {}),
    ...(twice ? { not_needed: `“${known.get(needed.id) ?? needed.name}” can’t be both needed and not needed.` } : {}),
  };
}

async function namesOf(from: Queryable, content: Content): Promise<Map<string, string>> {
  const named = [...namedServices(content.service), ...namedServices(content.not_needed)];
  const ids = named.map(({ id }) => id).filter((id) => z.uuid().safeParse(id).success);
  if (ids.length === 0) return new Map();
  const rows = await from
    .select({ id: visaServices.id, name: visaServices.serviceName })
    .from(visaServices)
    .where(inArray(visaServices.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Fills in the names of chosen services. One that is public stays, so that a renamed service is no change. */
async function completed(content: Content, from: Queryable, key: string): Promise<Content> {
  const shown = await read(from, key);
  const known = new Map([
    ...(await namesOf(from, content)),
    ...[...namedServices(shown?.service), ...namedServices(shown?.not_needed)].map(
      ({ id, name }) => [id, name] as const,
    ),
  ]);
  const withNames = (value: Json | undefined) =>
    namedServices(value).map(({ id, name }) => ({ id, name: name || (known.get(id) ?? "") }));
  const [service = null] = withNames(content.service);
  const notNeeded = withNames(content.not_needed);
  return { ...content, service, not_needed: notNeeded.length > 0 ? notNeeded : null };
}

async function read(from: Queryable, key: string): Promise<Content | null> {
  if (!z.uuid().safeParse(key).success) return null;
  const [row] = await from
    .select({ rule: t, destination: countries.code, passports: passportsColumn })
    .from(t)
    .innerJoin(countries, eq(countries.id, t.destinationId))
    .where(and(eq(t.id, key), eq(t.published, true)));
  if (!row) return null;
  const { rule, destination, passports } = row;
  const orNull = (list: readonly Json[]) => (list.length > 0 ? list : null);
  return {
    ...{ passports: orNull(passports), destination, purpose: rule.purpose, answer: rule.answer },
    ...{ conditions: orNull(rule.conditions), otherwise: rule.otherwiseAnswer, notes: orNull(rule.notes) },
    ...{ stay: rule.stay, official_page: rule.officialPage, source_name: rule.sourceName },
    ...{ source_url: rule.sourceUrl, source_dated: rule.sourceDated, source_undated: rule.sourceDated === null },
    ...{ checked_on: rule.checkedOn, review_days: rule.reviewDays },
    ...{ service: rule.service, not_needed: orNull(rule.notNeeded) },
  };
}

const passportsColumn = sql<string[]>`array(
  select p.passport from ${entryRulePassports} p where p.rule_id = ${t.id} order by p.passport collate "C")`;

async function publish(tx: Transaction, key: string, content: Content): Promise<void> {
  const rule = draftedRule(key, content);
  const destination = await destinationOf(tx, content);
  if (!rule || !destination) throw new Error(`The rule ${key} was published without answer or destination`);
  const row = {
    ...{ destinationId: destination.id, purpose: rule.purpose, answer: rule.answer, otherwiseAnswer: rule.otherwise },
    ...{ stay: rule.stay, conditions: [...rule.conditions], notes: [...rule.notes], officialPage: rule.officialPage },
    ...{ sourceName: rule.source.name, sourceUrl: rule.source.url, sourceDated: rule.source.dated },
    ...{ checkedOn: rule.checkedOn, reviewDays: rule.reviewDays, service: rule.service },
    ...{ notNeeded: [...rule.notNeeded], published: true },
  };
  await tx.delete(entryRulePassports).where(eq(entryRulePassports.ruleId, key));
  await tx
    .insert(t)
    .values({ id: key, ...row })
    .onConflictDoUpdate({ target: t.id, set: row });
  await tx.insert(entryRulePassports).values(
    rule.passports.map((passport) => ({
      ...{ ruleId: key, destinationId: destination.id, purpose: rule.purpose, passport },
    })),
  );
}

const checkedNote = (checkedOn: string | null) =>
  checkedOn ? `Checked on ${calendarDate(checkedOn)}` : "Never checked";

/** By destination, in the order of the countries. An offline rule is named by its newest version. */
async function list(from: Queryable): Promise<Listed[]> {
  const rows = await from
    .select({
      ...{ rule: t, destination: countries.name, passports: passportsColumn },
      drafted: sql<Json>`(select v.data -> 'passports' from content_versions v
        where v.kind = 'rules' and v.key = ${t.id}::text order by v.number desc limit 1)`,
    })
    .from(t)
    .innerJoin(countries, eq(countries.id, t.destinationId))
    .orderBy(asc(countries.displayOrder), asc(countries.name), asc(t.id));
  const listed = rows.map(({ rule, destination, passports, drafted }) => ({
    ...{ key: rule.id, group: destination, isPublic: rule.published },
    name: ruleName(rule.published ? passports : textsIn(drafted), rule.purpose, passportName),
    note: `${answerLabels[rule.answer]} · ${checkedNote(rule.checkedOn)}`,
  }));
  return [...Map.groupBy(listed, ({ group }) => group).values()].flatMap((group) =>
    group.sort((a, b) => a.name.localeCompare(b.name, "en")),
  );
}

const named = ({ passports, purpose }: Content) =>
  ruleName(textsIn(passports), entryPurposes.find((known) => known === purpose) ?? "visit", passportName);

export const rulesKind = defineKind({
  may: "regular_admin",
  ...{ kind: "rules", title: "Entry rules", fields: ruleFields, check, needs, taken, completed, read, publish },
  about: "What each passport needs to enter a destination. Visitors get the answer on “Do I need a visa?”.",
  many: {
    ...{ noun: "rule", first: "No rules yet. Write the first one.", canAdd: true, list },
    name: (content) => {
      const destination = textIn(content.destination);
      return destination ? `${countryName(destination)}: ${named(content)}` : named(content);
    },
    async group(from) {
      const rows = await from.select({ code: countries.code, name: countries.name }).from(countries);
      const names = new Map(rows.map(({ code, name }) => [code, name]));
      return ({ destination }) => names.get(textIn(destination)) ?? "";
    },
    blank: async () => ({ purpose: "visit", review_days: usualReviewDays }),
    async offline(tx, key) {
      await tx.delete(entryRulePassports).where(eq(entryRulePassports.ruleId, key));
      await tx.update(t).set({ published: false }).where(eq(t.id, key));
    },
  },
  async options(from, key) {
    const shown = await read(from, key);
    const [destinations, services] = [
      await from
        .select({ value: countries.code, label: countries.name })
        .from(countries)
        .orderBy(asc(countries.displayOrder), asc(countries.name)),
      await from
        .select({ value: visaServices.id, label: visaServices.serviceName })
        .from(visaServices)
        .orderBy(asc(visaServices.serviceName)),
    ];
    const withDeleted = (named: Json | undefined) => [
      ...services,
      ...namedServices(named)
        .filter(({ id }) => !services.some(({ value }) => value === id))
        .map(({ id, name }) => ({ value: id, label: `${name} (no longer exists)` })),
    ];
    return {
      destination: destinations,
      service: withDeleted(shown?.service),
      not_needed: withDeleted(shown?.not_needed),
    };
  },
  pages(_key, { passports, destination, purpose }) {
    const to = textIn(destination);
    const passport =
      textsIn(passports).find((code) => code !== allOthers && code !== to) ?? (to === "BS" ? "JM" : "BS");
    return to ? [{ path: entryCheckPath({ passport, to, purpose: textIn(purpose) }), name: "Do I need a visa?" }] : [];
  },
  extra: async (from, key) => {
    const shown = await read(from, key);
    return shown && { checkedOn: shown.checked_on ?? null, shown: digestOf(shown) };
  },
  acts: { checked: (by, { key, typed, form }) => setCheckedToday(by, key, form.get("shown"), typed) },
});
