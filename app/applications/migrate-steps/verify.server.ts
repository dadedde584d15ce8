import { eq, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { standardSteps } from "~/applications/steps/registry";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { stepRow, stepTables } from "~/applications/stored-answers/step-tables.server";
import { storedSteps } from "~/applications/stored-answers/stored-steps";
import { refuse } from "~/core/verbs/refused";
import { visaApplications } from "~/db/schema/applications";
import { noMetadata } from "./batch.server";

export const unknownApplication = () => refuse("not-found", "Application not found");

/** Steps 1 to 7: whether `metadata` has their answers, whether these suffice for a row, and whether the row exists. */
export type VerifiedStep = { number: number; title: string; inMetadata: boolean; needed: boolean; row: boolean };

export type Verification = {
  id: string;
  number: string;
  /** Every step with its required answers has its row (D16). */
  holds: boolean;
  inMetadata: number;
  rows: number;
  steps: VerifiedStep[];
};

const verb = {
  input: z.object({ applicationId: z.uuid() }),
  failed: "an application could not be verified",
  rethrowsUnavailable: true,
  messages: { invalid: unknownApplication, failed: "the step tables could not be read; the log says more" },
};

/** Compares an application's steps 1 to 7 in `metadata` with the seven step tables. Changes nothing. */
export function verifyMigration(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx }, { applicationId: id }) => {
    const [found] = await tx
      .select({ number: visaApplications.applicationNumber, metadata: visaApplications.metadata, rowSteps })
      .from(visaApplications)
      .where(eq(visaApplications.id, id));
    if (!found) return unknownApplication();
    const stored = storedSteps(await storedAnswers({ id, metadata: found.metadata }, tx));
    if (!stored) return refuse("invalid", noMetadata);
    const steps = tableSteps.map(({ step }): VerifiedStep => {
      const answers = stored.find(({ definition }) => definition === step)?.answers;
      const readable = answers !== undefined && answers !== "unreadable";
      return {
        number: step.number,
        title: step.title,
        inMetadata: answers !== undefined,
        needed: readable && (stepRow(step, answers)?.complete ?? false),
        row: found.rowSteps.includes(step.number),
      };
    });
    const verification: Verification = {
      id,
      number: found.number,
      holds: steps.every(({ needed, row }) => row || !needed),
      inMetadata: steps.filter((step) => step.inMetadata).length,
      rows: steps.filter((step) => step.row).length,
      steps,
    };
    return { ok: true, verification };
  });
}

const tableSteps = standardSteps.flatMap((step) => {
  const table = stepTables[step.code];
  return table ? [{ step, table: getTableConfig(table).name }] : [];
});

/** Numbers of the steps whose table has a row of the application, read in the same statement. */
const rowSteps = sql<number[]>`array_remove(array[${sql.join(
  tableSteps.map(
    ({ step, table }) =>
      sql`case when exists (select 1 from ${sql.identifier(table)} t where t.application_id = ${visaApplications.id})
        then ${sql.raw(String(step.number))} end`,
  ),
  sql`, `,
)}], null)`;
