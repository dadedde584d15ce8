import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { contactInfo } from "~/applications/steps/contact-info";
import { employmentEducation } from "~/applications/steps/employment-education";
import { familyBackground } from "~/applications/steps/family-background";
import { passportInfo } from "~/applications/steps/passport-info";
import { securityQuestionnaire } from "~/applications/steps/security-questionnaire";
import { tripDetails } from "~/applications/steps/trip-details";
import { isDay } from "~/core/time";
import * as tables from "~/db/schema/steps";
import { type Answers, type Field, fieldsOf, type StepDefinition, textOf } from "~/form-engine/definition";
import { isPresent, isVisible, relevantAnswers } from "~/form-engine/relevance";
import { withinLimits } from "~/form-engine/storable";
import { isPartOfDate } from "~/form-engine/typed/dates";
import { toNumber } from "~/form-engine/validate";

/** Columns are named like their answers. Steps above 7 have no table; `metadata` has all answers anyway. */
export const stepTables: Readonly<Record<string, PgTable>> = {
  applicant_info: mirrored(applicantInfo, tables.applicantInformation),
  passport_info: mirrored(passportInfo, tables.passportInformation),
  contact_info: mirrored(contactInfo, tables.contactInformation),
  trip_details: mirrored(tripDetails, tables.tripDetails),
  family_background: mirrored(familyBackground, tables.familyBackground),
  employment_education: mirrored(employmentEducation, tables.employmentEducation),
  security_questionnaire: mirrored(securityQuestionnaire, tables.securityQuestionnaire),
};

/** Throws for a step without a table. */
export function tableNameOf(code: string): string {
  const table = stepTables[code];
  if (!table) throw new Error(`The step ${code} has no table`);
  return getTableConfig(table).name;
}

type OwnColumn = "applicationId" | "updatedAt";

/** Compiles only if the step asks for every column. */
function mirrored<A extends object, Table extends PgTable>(
  _step: StepDefinition<A>,
  table: Exclude<keyof Table["_"]["columns"], keyof A | OwnColumn> extends never ? Table : never,
): PgTable {
  return table;
}

export type StepRow = { table: string; columns: string[]; row: Record<string, unknown>; complete: boolean };

/**
 * Converts a step's relevant answers to a row in SQL's names: empty is null, an unanswered flag false, a list without
 * entries empty. Values of another type or over their column's limit are null too, because a draft need not be valid.
 * `complete`: whether the row may be inserted.
 */
export function stepRow(step: StepDefinition, answers: Answers): StepRow | undefined {
  const shape = shapeOf(step);
  if (!shape) return undefined;
  const relevant = withinLimits(step, relevantAnswers(step, answers));
  const row: Record<string, unknown> = {};
  for (const { name, inSql, column } of shape.parts) row[inSql] = columnValue(column, relevant[name]);
  // A date without its day is an answer, but null in its column (F-DATE-1).
  const isThere = ({ field, inSql }: (typeof shape.needed)[number]) =>
    isPresent(row[inSql]) || (field.kind === "date" && isPartOfDate(relevant[field.name]));
  const complete = shape.needed.every((column) => !isVisible(column.field, answers) || isThere(column));
  return { table: shape.table, columns: shape.columns, row, complete };
}

/** A step's table as saves need it; computed once, because every save reads it. */
type Shape = {
  table: string;
  columns: string[];
  parts: { name: string; inSql: string; column: PgColumn }[];
  needed: { field: Field; inSql: string }[];
};
const shapes = new Map<StepDefinition, Shape>();

function shapeOf(step: StepDefinition): Shape | undefined {
  const known = shapes.get(step);
  const table = stepTables[step.code];
  if (known || !table) return known;
  const parts = Object.entries(getTableColumns(table))
    .filter(([name]) => name !== "applicationId" && name !== "updatedAt")
    .map(([name, column]) => ({ name, inSql: toSnakeCase(name), column }));
  const needed = fieldsOf(step)
    .filter(({ name }) => step.needed?.includes(name))
    .map((field) => ({ field, inSql: toSnakeCase(field.name) }));
  const shape = { table: getTableConfig(table).name, columns: parts.map(({ inSql }) => inSql), parts, needed };
  shapes.set(step, shape);
  return shape;
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
