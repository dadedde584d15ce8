import { getTableColumns } from "drizzle-orm";
import { stepTables } from "../../../app/applications/stored-answers/step-tables.server";
import { isDay } from "../../../app/core/time";
import { type Answers, fieldsOf, type StepDefinition } from "../../../app/form-engine/definition";
import { type From, readStepRow, stepOfTable } from "../encryption/stored-answers";
import { column, fullSteps } from "./full-answers";
import { counted, isOver, shown } from "./journey-model";

export const stepTable = (code: string): string | undefined =>
  code === "security_questionnaire" ? code : fullSteps[code]?.table;
const tables = [...Object.keys(fullSteps), "security_questionnaire"].flatMap((code) => stepTable(code) ?? []);

/** The rows of an application in the step tables, without key and time; money as text. */
export async function rowsOf(app: From, id: string): Promise<Record<string, Record<string, unknown>>> {
  const rows: Record<string, Record<string, unknown>> = {};
  for (const table of tables) {
    const found = await readStepRow(app, stepOfTable(table), id);
    if (!found) continue;
    const { application_id: _, updated_at: __, ...row } = found;
    rows[table] = row;
  }
  return rows;
}

/** The row of a step's answers: relevant answers in the column of their name, if there is one. */
export function expectedRow(step: StepDefinition, answers: Answers): Record<string, unknown> {
  const counting = fitting(step, answers);
  const row: Record<string, unknown> = {};
  const table = stepTables[step.code];
  const columns = table ? getTableColumns(table) : {};
  for (const field of fieldsOf(step).filter(({ name }) => name in columns)) {
    const value = counting[field.name];
    if (field.kind === "yesno" || field.kind === "tick") row[column(field.name)] = value === true;
    else if (field.kind === "date") row[column(field.name)] = isDay(value) ? value : null;
    else if (field.kind === "list") row[column(field.name)] = value ?? [];
    else if (field.kind === "number" && typeof value === "string") {
      const number = Number(value.replaceAll(",", ""));
      row[column(field.name)] = Number.isNaN(number) ? null : number;
    } else row[column(field.name)] = value ?? (field.kind === "choice" ? (field.initial ?? null) : null);
  }
  return row;
}

/** Whether the answers that a row requires are present, as far as they are relevant. */
export const makesRow = (step: StepDefinition, answers: Answers): boolean =>
  shown(step, answers).every(({ name }) => !step.needed?.includes(name) || name in fitting(step, answers));

/** Relevant answers without texts over their limits. */
const fitting = (step: StepDefinition, answers: Answers): Answers => {
  const over = fieldsOf(step).filter((field) => isOver(field, answers));
  return Object.fromEntries(
    Object.entries(counted(step, answers)).filter(([name]) => !over.some((field) => field.name === name)),
  );
};
