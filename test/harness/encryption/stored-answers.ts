import { readFileSync } from "node:fs";
import { join } from "node:path";
import { knownSteps, metadataKey } from "../../../app/applications/steps/registry";
import {
  hasEncrypted,
  type Opener,
  openedAnswers,
  openedRow,
  openedSteps,
} from "../../../app/applications/stored-answers/sealed-answers.server";
import { stepTables, tableNameOf } from "../../../app/applications/stored-answers/step-tables.server";
import type { Metadata, SignedStep } from "../../../app/db/schema/applications";
import { dataKeyAad } from "../../../app/encryption/data-keys.server";
import { ring, unwrap } from "../../../app/encryption/keyring.server";
import { masterKeys } from "../../../app/encryption/master-keys.server";
import type { Queried } from "../app-server";

/** An app, whose secret is read from its directory, or the database of a test that calls verbs itself. */
export type From = Queried & { dataDir?: string };

/** The data key of an application; none if nothing was encrypted yet. */
async function openerOf(from: From, applicationId: string): Promise<Opener> {
  const [row] = await from.query<{ wrapped: string; by: string }>(
    "select wrapped, wrapped_by as by from data_keys where application_id = $1",
    [applicationId],
  );
  const keys = from.dataDir ? masterKeys([], readFileSync(join(from.dataDir, "secret"), "utf8").trim()) : ring;
  return { applicationId, key: row && unwrap(row, dataKeyAad(applicationId), keys) };
}

/** All decrypted answers of an application; undefined if it was deleted. */
export async function readMetadata(from: From, applicationId: string): Promise<Metadata | undefined> {
  const [row] = await from.query<{ metadata: Metadata }>("select metadata from visa_applications where id = $1", [
    applicationId,
  ]);
  if (!row) return undefined;
  const opener = await openerOf(from, applicationId);
  const opened = knownSteps.filter(hasEncrypted).flatMap((step) => {
    const answers = row.metadata[metadataKey(step)];
    return answers ? [[metadataKey(step), openedAnswers(opener, step, answers)]] : [];
  });
  return { ...row.metadata, ...Object.fromEntries(opened) };
}

/** A decrypted row of a step's table, by step code, with SQL's names; undefined if there is none. */
export async function readStepRow(
  from: From,
  code: string,
  applicationId: string,
): Promise<Record<string, unknown> | undefined> {
  const table = tableNameOf(code);
  const [row] = await from.query(`select to_jsonb(t) as row from ${table} t where application_id = $1`, [
    applicationId,
  ]);
  const step = knownSteps.find((step) => step.code === code);
  return row && step && openedRow(await openerOf(from, applicationId), step, { table, row: row.row });
}

/** The steps of a signed record, as signed. */
export async function readSigned(from: From, applicationId: string): Promise<SignedStep[] | undefined> {
  const [row] = await from.query<{ steps: SignedStep[] }>(
    "select steps from application_submissions where application_id = $1",
    [applicationId],
  );
  return row && openedSteps(await openerOf(from, applicationId), row.steps);
}

/** The code of the step of a table. */
export const stepOfTable = (table: string): string =>
  Object.keys(stepTables).find((code) => tableNameOf(code) === table) ?? "";
