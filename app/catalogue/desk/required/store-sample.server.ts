import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import type { Done } from "~/core/verbs/refused";
import { isChosen } from "~/documents/file-rules";
import { receiveFile, storeDocument } from "~/documents/store.server";
import type { FieldProblem, FormValues } from "../service-form";
import { inputName, rowsOf, textOfRows } from "./document-rows";
import { sampleRules } from "./sample-rules";

export const sampleType = "service_sample";

const messages = {
  forbidden: "Your account is no longer active.",
  failed: "The sample could not be stored. Please try again.",
};

/**
 * Stores a file that becomes the sample of a document when the service is saved; unused ones are deleted after a day.
 * Validated and scanned as every upload. Resent with the same idempotency key, it returns the same file, so that the
 * form stays the same too.
 */
export function storeSample(context: StaffContext, file: File, of = "") {
  return receiveFile(file, { rules: sampleRules }, (checked) => {
    const alsoHashed = [of, checked.name, checked.sha256];
    const verb = {
      input: z.object({}),
      once: "sample",
      alsoHashed,
      failed: "a sample could not be stored",
      messages: messages,
    };
    return asStaff(context, verb, {}, async ({ tx }): Promise<Done<{ id: string; name: string }>> => {
      const { id, name } = await storeDocument(tx, {
        applicationId: null,
        documentType: sampleType,
        file: checked,
        uploadedBy: null,
        byOffice: true,
      });
      return { ok: true, id, name };
    });
  });
}

/** Stores the samples uploaded with the editor's form, and sets them or an error in their rows. */
export async function receiveSamples(
  context: StaffContext,
  form: FormData,
  values: FormValues,
): Promise<{ values: FormValues; problems: FieldProblem[] }> {
  const rows = rowsOf(values.requirements);
  const problems: FieldProblem[] = [];
  for (const [index, row] of rows.entries()) {
    const file = form.get(inputName(index, "file"));
    if (!isChosen(file)) continue;
    const stored = await storeSample(context, file, row.key);
    if (stored.ok) rows[index] = { ...row, sample: { id: stored.id, name: stored.name } };
    else
      problems.push({ field: "requirements", row: row.key, part: "file", message: `${file.name}: ${stored.message}` });
  }
  return { values: { ...values, requirements: textOfRows(rows) }, problems };
}
