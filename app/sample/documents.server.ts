import { createHash } from "node:crypto";
import type { documents } from "~/db/schema/documents";
import { putFile } from "~/documents/at-rest/open-file.server";
import { newKey } from "~/encryption/cipher.server";
import type { Clock } from "./clock";
import { type Paper, samplePdf, samplePicture } from "./file-bytes.server";
import { fileName } from "./file-names";
import type { Persona } from "./people/persona";
import { type Random, seeded } from "./random";

type DocumentRow = typeof documents.$inferSelect;
/** The file's key is wrapped once its owner is stored, because that needs the owner's data key. */
export type StoredFile = { row: DocumentRow; bytes: Buffer; key: Buffer };
export type Requirement = { documentType: string; documentName: string; isRequired: boolean };

const contentTypes: Record<string, string> = { pdf: "application/pdf", jpg: "image/jpeg", png: "image/png" };

type Owner = { applicationId: string; number: string; serviceName: string; person: Persona; from: Date; until: Date };

/** The files of an application: all required ones and some others, uploaded while it was a draft. */
export function filesOf(owner: Owner, requirements: readonly Requirement[], clock: Clock): Promise<StoredFile[]> {
  const random = seeded(`files ${owner.applicationId}`);
  const chosen = requirements.filter((requirement) => requirement.isRequired || random.chance(0.35));
  const room = owner.until.getTime() - owner.from.getTime();
  return Promise.all(
    chosen.map(async ({ documentType, documentName }, index) => {
      const name = fileName(random, documentType, owner.person);
      const createdAt = clock.later(owner.from, room * (0.3 + (0.6 * index) / chosen.length));
      const paper = {
        title: documentName.toLowerCase(),
        lines: [
          `Applicant: ${owner.person.givenName} ${owner.person.family}`,
          `Application: ${owner.number}`,
          owner.serviceName,
        ],
      };
      const extension = name.slice(name.lastIndexOf(".") + 1);
      return file(seeded(`file ${owner.applicationId} ${documentType}`), {
        applicationId: owner.applicationId,
        inquiryId: null,
        documentType,
        documentName: name,
        storageKey: `${owner.applicationId}/${documentType}_${createdAt.getTime()}.${extension}`,
        createdAt,
        paper,
      });
    }),
  );
}

type NewFile = Pick<
  DocumentRow,
  "applicationId" | "inquiryId" | "documentType" | "documentName" | "storageKey" | "createdAt"
> & { paper: Paper };

export async function file(random: Random, { paper, ...document }: NewFile): Promise<StoredFile> {
  const extension = document.storageKey.slice(document.storageKey.lastIndexOf(".") + 1);
  const bytes =
    extension === "jpg" || extension === "png"
      ? await samplePicture(random, document.documentType === "photo" ? "portrait" : "page", extension)
      : samplePdf(random, paper);
  return {
    bytes,
    key: newKey(),
    row: {
      ...document,
      id: random.uuid(),
      contentType: contentTypes[extension] ?? "application/octet-stream",
      byteSize: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      uploadedBy: null,
      attemptKey: null,
      caseItemId: null,
      caseAnswerId: null,
      caseMessageId: null,
      receivedMailId: null,
      decisionId: null,
      sampleOf: null,
      withdrawnAt: null,
      issuedOn: null,
      expiresOn: null,
      page: null,
      inspection: "no",
      downloads: 0,
      firstDownloadedAt: null,
      lastDownloadedAt: null,
      fileKey: null,
      fileKeyBy: null,
      scan: "not_scanned",
      virus: null,
    },
  };
}

/** Writes the bytes, several files concurrently. */
export async function storeFiles(files: readonly StoredFile[]): Promise<void> {
  const waiting = [...files];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { row, bytes, key } = next;
      await putFile(row.storageKey, { key, documentId: row.id, size: row.byteSize }, () => [bytes]);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
