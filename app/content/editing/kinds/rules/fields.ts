import { allOthers } from "~/content/rules/entry-rules";
import { answerLabels, purposeLabels } from "~/content/rules/words";
import { formatCharacterCount, isLongerThan } from "~/core/character-count";
import { countryOptions } from "~/core/countries/country-options";
import { countryProblem } from "~/core/countries/country-problem";
import { theCountry } from "~/core/countries/country-search";
import { stateless } from "~/core/countries/stateless";
import { countryName, countryNames } from "~/core/countries.server";
import { calendarLongDate, isDay } from "~/core/time";
import type { Json } from "~/db/schema/content";
import { entryAnswers, entryPurposes } from "~/db/schema/values";
import { checkboxField } from "../../fields/checkbox";
import { checksField } from "../../fields/checks";
import { choiceField } from "../../fields/choice";
import { type ContentField, kept, lineField, linesField, refused, rowsField, textOf } from "../../fields/fields";
import { namedServices, textsIn } from "./content";

const [trip, answer, source, services] = ["Who and where", "Answer", "Source", "Our services"];
const httpsFits = [
  (rawInput: string) => /^https:\/\/[^\s/]/.test(rawInput) && URL.canParse(rawInput),
  "Enter an address that begins with https://.",
] as const;
const httpsInput = { type: "Address that begins with https://", input: { type: "url" }, max: 500 } as const;

/** A day, long in history and record. */
const dayField = (name: string, label: string, help: string): ContentField => ({
  ...lineField({
    ...{ name, label, help, group: source, input: { type: "date" }, max: 10 },
    fits: [isDay, "Enter a date, such as 2026-10-01."],
  }),
  format: (value) => (isDay(value) ? calendarLongDate(value) : ""),
});

const othersLabel = "All others";
const otherNationals = /^all others?$/i;
const mostPassports = 250;

export const passportName = (code: string): string =>
  code === allOthers ? othersLabel : code === stateless.code ? stateless.name : countryName(code);

const byName = (codes: readonly string[]): string[] =>
  codes.map((code) => passportName(code)).sort((a, b) => a.localeCompare(b, "en"));

/** Countries as typed, one per line; stored as sorted codes. */
function passportsField(): ContentField {
  const lines = linesField({
    ...{ name: "passports", label: "Passports", group: trip, type: "One per line", most: mostPassports, max: 100 },
    help: "Countries that issued them, Stateless, or All others for every passport that no other rule names.",
  });
  return {
    ...lines,
    read(inputs) {
      const read = lines.read(inputs);
      if (!read.ok || read.value === null) return read;
      const options = countryOptions(countryNames, "nationalities or stateless");
      const codes = new Set<string>();
      for (const line of textsIn(read.value)) {
        const code = otherNationals.test(line) ? allOthers : theCountry(options, line)?.code;
        if (!code)
          return refused(
            countryProblem("nationalities or stateless", "Passports", line, countryNames) ?? "Choose a country.",
          );
        codes.add(code);
      }
      if (codes.has(allOthers) && codes.size > 1)
        return refused("“All others” is a rule of its own. Remove it, or the single passports.");
      return kept([...codes].sort());
    },
    typed: (value) => [byName(textsIn(value)).join("\n")],
    format: (value) => byName(textsIn(value)).join(", "),
  };
}

const longestSentence = 200;

/** Sentences in rows; one that is too long is refused with its length, and stays in its box. */
const sentencesField = (name: string, label: string, item: string, help: string): ContentField =>
  rowsField<string>({
    ...{ name, label, help, group: answer, type: "One sentence in each", item },
    columns: [{ label: item, wide: true, tall: true, limit: longestSentence }],
    ...{ spare: 3, most: 8, max: 10_000 },
    row: ([text = ""]) =>
      isLongerThan(text, longestSentence)
        ? { ok: false, message: `${formatCharacterCount(text)} of ${longestSentence} characters` }
        : { ok: true, row: text },
    keep: (rows) => kept(rows.length > 0 ? rows : null),
    typedRows: (value) => textsIn(value).map((text) => [text]),
    format: (value) => textsIn(value).join(" · "),
  });

/** The choice of one of our services; the kind fills in its name. */
function serviceField(): ContentField {
  const choice = choiceField({
    ...{ name: "service", label: "Service that covers it", group: services, none: "None" },
    help: "Offered with the answer, with its price.",
  });
  return {
    ...choice,
    read(inputs) {
      const read = choice.read(inputs);
      return read.ok && read.value !== null ? kept({ id: textOf(read.value), name: "" }) : read;
    },
    typed: (value) => [namedServices(value)[0]?.id ?? ""],
    format: (value) => namedServices(value)[0]?.name ?? "",
  };
}

const choices = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

function destinationField(): ContentField {
  const choice = choiceField({ name: "destination", label: "Destination", group: trip, help: "", none: "Choose one" });
  return { ...choice, format: (value: Json) => (value === null ? "" : countryName(textOf(value))) };
}

export const ruleFields: readonly ContentField[] = [
  passportsField(),
  destinationField(),
  choiceField({
    ...{ name: "purpose", label: "Purpose", group: trip, help: "", look: "radios" },
    options: choices(entryPurposes, purposeLabels),
  }),
  choiceField({
    ...{ name: "answer", label: "Answer", group: answer, help: "", none: "Choose one" },
    options: choices(entryAnswers, answerLabels),
  }),
  sentencesField(
    "conditions",
    "Conditions",
    "Condition",
    "If it depends on the trip: no visa is needed if all of these are true. With other answers: what travelers also need to know.",
  ),
  choiceField({
    ...{ name: "otherwise", label: "Answer when the conditions are not met", group: answer },
    ...{ help: "Only if it depends on the trip.", none: "None" },
    options: choices(
      entryAnswers.filter((value) => value !== "depends"),
      answerLabels,
    ),
  }),
  sentencesField("notes", "What travelers also need to know", "Note", "Shown below the answer, whatever it is."),
  lineField({
    ...{
      name: "stay",
      label: "Longest stay",
      group: answer,
      max: 80,
      help: "Such as “up to 90 days in any 180 days”.",
    },
  }),
  lineField({
    ...{ name: "official_page", label: "Official page", group: answer, ...httpsInput, fits: httpsFits },
    help: "Where travelers apply or read more.",
  }),
  lineField({
    name: "source_name",
    label: "Name of the source",
    group: source,
    max: 120,
    help: "A law, or a page of a government.",
  }),
  lineField({
    name: "source_url",
    label: "Address of the source",
    group: source,
    help: "",
    ...httpsInput,
    fits: httpsFits,
  }),
  dayField("source_dated", "Date of the source", ""),
  checkboxField({ name: "source_undated", label: "The source gives no date", group: source, help: "" }),
  dayField("checked_on", "Checked on", "The day on which you read the source."),
  lineField({
    ...{ name: "review_days", label: "Check again after", group: source, type: "", max: 20 },
    ...{ help: "In days, from 7 to 365.", input: { numeric: true }, keep: Number },
    fits: [(text) => /^\d+$/.test(text) && Number(text) >= 7 && Number(text) <= 365, "Enter a number from 7 to 365."],
  }),
  serviceField(),
  checksField({
    ...{ name: "not_needed", label: "Services that these travelers do not need", group: services, most: 10 },
    help: "We tell them before they apply for one.",
    keep: (ids) => kept(ids.length > 0 ? ids.map((id) => ({ id, name: "" })) : null),
    values: (value) => namedServices(value).map(({ id }) => id),
    format: (value) =>
      namedServices(value)
        .map(({ name }) => name)
        .join(", "),
  }),
];
