import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import * as tables from "~/db/schema/steps";
import { type Answers, fieldsOf, type StepDefinition, textOf } from "./steps/definition";
import { isPresent, relevantAnswers } from "./steps/relevance";
import { isDay, toNumber } from "./steps/validate";

/** The table of each step that has one (W-STORE-1). Steps above 7 have none (W-STORE-25). */
export const stepTables: Readonly<Record<string, PgTable>> = {
  applicant_info: tables.applicantInformation,
  passport_info: tables.passportInformation,
  contact_info: tables.contactInformation,
  trip_details: tables.tripDetails,
  family_background: tables.familyBackground,
  employment_education: tables.employmentEducation,
  security_questionnaire: tables.securityQuestionnaire,
};

export type StepRow = { table: string; columns: string[]; row: Record<string, unknown>; complete: boolean };

/**
 * The row of a step's table out of its relevant answers, in SQL's names: what is empty is null, an unanswered flag
 * false, a list without entries empty (W-STORE-26), and what can't be of the column's type null as well, because a
 * draft need not be valid. `complete` tells whether a row may be made (W-STORE-17 to -24).
 */
export function stepRow(step: StepDefinition, answers: Answers): StepRow | undefined {
  const table = stepTables[step.code];
  if (!table) return undefined;
  const relevant = relevantAnswers(step, answers);
  const row: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    if (name === "applicationId" || name === "updatedAt") continue;
    row[toSnakeCase(name)] = columnValue(column, relevant[name]);
  }
  const fields = new Map(fieldsOf(step).map((field) => [field.name, field]));
  const complete = (step.needed ?? []).every((name) => fields.has(name) && isPresent(row[toSnakeCase(name)]));
  return { table: getTableConfig(table).name, columns: Object.keys(row), row, complete };
}

function columnValue(column: PgColumn, value: unknown): unknown {
  switch (column.columnType) {
    case "PgBoolean":
      return value === true;
    case "PgJsonb":
      return Array.isArray(value) ? value : [];
    case "PgDateString":
      return isDay(value) ? value : null;
    case "PgInteger":
    case "PgNumeric":
      return numberFor(column, toNumber(value));
    case "PgEnumColumn":
      return column.enumValues?.includes(textOf(value)) ? value : (column.default ?? null);
    default:
      return isPresent(value) && textOf(value) !== "" ? textOf(value) : null;
  }
}

function numberFor(column: PgColumn, number: number | undefined) {
  if (number === undefined) return null;
  const stored = column.columnType === "PgInteger" ? Math.round(number) : Math.round(number * 100) / 100;
  return stored >= 0 && stored < 1e8 ? stored : null;
}
