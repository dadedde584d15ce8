import { eq } from "drizzle-orm";
import { z } from "zod";
import { type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import type { DateKind } from "~/documents/dates/date-rule";
import { type DateParts, dayIn } from "~/form-engine/typed/dates";
import { dateInputOf } from "./date-input";
import { fileDateError, typedParts } from "./typed-file-date";

export type TypedFileDate = { document: string; kind: DateKind; parts: DateParts };

const input = z.object({ document: z.uuid(), kind: z.enum(["issued", "expires"]) });

/** The date in a form of one file; undefined if the form is not ours. */
export function typedFileDateIn(form: FormData): TypedFileDate | undefined {
  const read = input.safeParse({ document: form.get("document"), kind: form.get("kind") });
  return read.success ? { ...read.data, parts: typedParts(form, "date") } : undefined;
}

/** The dates in a form with several files, each with the item that it was uploaded for. */
export const typedFileDatesIn = (form: FormData): (TypedFileDate & { item: string })[] =>
  form.getAll("dated").flatMap((document) => {
    const name = dateInputOf(String(document));
    const read = input.safeParse({ document, kind: form.get(`${name}.kind`) });
    return read.success
      ? [{ ...read.data, item: String(form.get(`${name}.item`) ?? ""), parts: typedParts(form, name) }]
      : [];
  });

/** What a form about one file shows again. */
export type FileProblem = { document: string; message: string; parts?: DateParts };

/** Refuses a typed date that is none, with what was typed; undefined if it can be stored. */
export function refuseFileDate({ document, kind, parts }: TypedFileDate): Refused<FileProblem, "invalid"> | undefined {
  const error = fileDateError(kind, parts);
  return error && refuse("invalid", error.message, { document, message: error.message, parts });
}

/** Stores a typed date, or removes it if all is empty. The caller has checked the file and the date. */
export async function writeFileDate(tx: Transaction, { document, kind, parts }: TypedFileDate): Promise<void> {
  const day = dayIn(parts) ?? null;
  await tx
    .update(documents)
    .set(kind === "issued" ? { issuedOn: day } : { expiresOn: day })
    .where(eq(documents.id, document));
}
