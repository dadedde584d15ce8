import { and, eq } from "drizzle-orm";
import { fileAddressesIn } from "~/applications/stored-answers/answers.server";
import { type Requirement, readRequirements, removedNames } from "~/catalogue/requirements.server";
import { db, type Queryable } from "~/db/client.server";
import type { StoredAnswers } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { documentFormats } from "~/db/schema/values";
import { describedHintsOf } from "~/documents/hints/hints.server";
import { notOfCase } from "~/documents/of-case.server";
import { inPageOrder } from "~/documents/pages/page-order.server";
import { log } from "~/log.server";
import { type FileDate, readFileDates } from "./file-dates.server";

export type { Requirement };
export type StoredFile = {
  id: string;
  url: string;
  name: string;
  bytes: number;
  fromAnswers: boolean;
  scan: string;
  contentType: string;
  /** Null unless its document has a date rule. */
  date: FileDate | null;
  /** What its applicant may want to look at again. */
  hints: readonly string[];
};
export type DocumentSlot = Requirement & { files: StoredFile[] };
/** `former`: for documents that the service no longer requires. */
export type StoredFiles = { slots: DocumentSlot[]; others: StoredFile[]; former: FormerFile[] };
export type FormerFile = StoredFile & { of: string };

/** The documents that a service requires, in order. A failed read is logged and returns none. */
export async function requirementsOf(serviceId: string | null, from: Queryable = db): Promise<Requirement[]> {
  if (!serviceId) return [];
  try {
    return await readRequirements(serviceId, from);
  } catch (err) {
    log.error({ err }, "the document requirements could not be read");
    return [];
  }
}

/** The slot for all other files, which every application has. */
const anythingElse: Requirement = {
  type: "supporting_document",
  name: "Anything else",
  description: "Anything else you’d like us to see, such as an invitation, a letter or a certificate.",
  isRequired: false,
  formats: documentFormats,
  purpose: "document",
  dateRule: null,
  photoRule: null,
  sample: null,
};

/** All slots for uploads: what the service requires, and the one for everything else. */
export async function slotsOf(serviceId: string | null, from: Queryable = db): Promise<Requirement[]> {
  const requirements = await requirementsOf(serviceId, from);
  return requirements.some(({ type }) => type === anythingElse.type) ? requirements : [...requirements, anythingElse];
}

/**
 * An application's files by purpose, without those that answer a step's question and are no requirement. In a
 * transaction pass `known`, the slots read before, which saves a second connection.
 */
export async function filesByRequirement(
  application: { id: string; visaServiceId: string | null; metadata: StoredAnswers },
  known?: { places: Requirement[]; from: Queryable },
): Promise<StoredFiles> {
  const [requirements, formerly, rows] = await Promise.all([
    known?.places ?? slotsOf(application.visaServiceId),
    formerNames(application, known?.from),
    (known?.from ?? db)
      .select()
      .from(documents)
      .where(and(eq(documents.applicationId, application.id), notOfCase))
      .orderBy(...inPageOrder),
  ]);
  const answered = fileAddressesIn(application);
  const dateOf = await readFileDates(application.id, requirements, known?.from);
  const hintsOf = await describedHintsOf(
    rows.map(({ id }) => id),
    known?.from,
  );
  const files = rows.map((row) => {
    const url = `/documents/${row.id}`;
    const file = {
      id: row.id,
      url,
      name: row.documentName,
      bytes: row.byteSize,
      fromAnswers: answered.has(url),
      scan: row.scan,
      contentType: row.contentType,
      date: dateOf(row),
      hints: hintsOf(row.id),
    };
    return { type: row.documentType, file };
  });
  const types = new Set(requirements.map(({ type }) => type));
  const outside = files.filter(({ type }) => !types.has(type));
  const formerName = ({ type, file }: (typeof files)[number]) => formerly({ id: file.id, documentType: type });
  return {
    slots: requirements.map((requirement) => ({
      ...requirement,
      files: files.filter(({ type }) => type === requirement.type).map(({ file }) => file),
    })),
    others: outside.filter((entry) => formerName(entry) === null).map(({ file }) => file),
    former: outside.flatMap((entry) => {
      const of = formerName(entry);
      return of === null ? [] : [{ ...entry.file, of }];
    }),
  };
}

type Filed = { id: string; documentType: string };

/** Returns a function for the name of the document that a file was sent for; null if it is still required. */
export async function formerNames(
  application: { visaServiceId: string | null; metadata: StoredAnswers },
  from: Queryable = db,
) {
  const removed = await removedNames(application.visaServiceId, from);
  const answered = fileAddressesIn(application);
  return ({ id, documentType }: Filed) =>
    answered.has(`/documents/${id}`) ? null : (removed.get(documentType) ?? null);
}

export async function removedFiles(applicationId: string): Promise<string[]> {
  const infected = and(eq(documents.applicationId, applicationId), eq(documents.scan, "infected"));
  const rows = await db.select({ id: documents.id }).from(documents).where(infected);
  return rows.map(({ id }) => `/documents/${id}`);
}

export const isEmpty = (slot: DocumentSlot): boolean => slot.files.every(({ scan }) => scan === "infected");
