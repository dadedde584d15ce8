import { megabyte } from "../file-rules";
import { isOpen } from "../scan-state";

export type PageFile = { id: string; contentType: string; scan: string };

/** Several pictures of one document, or of one answer, are its pages, in their order. */
export function pagesIn<File extends PageFile>(files: readonly File[]): File[] {
  const pages = files.filter(
    ({ contentType, scan }) => /^image\/(?:jpeg|png)$/.test(contentType) && scan !== "infected",
  );
  return pages.length > 1 ? pages : [];
}

/** Files in the order of arrival, those of one group together and in the order of their pages. */
export function inGroups<File extends { page: number | null }>(
  files: readonly File[],
  groupOf: (file: File) => string,
): File[] {
  const place = ({ page }: File) => page ?? Number.MAX_SAFE_INTEGER;
  const groups = [...Map.groupBy(files, groupOf).values()];
  return groups.flatMap((group) => group.toSorted((a, b) => place(a) - place(b)));
}

/** Such as `Page 1 of 3`. */
export const formatPage = (file: { id: string }, pages: readonly { id: string }[]): string =>
  `Page ${pages.findIndex(({ id }) => id === file.id) + 1} of ${pages.length}`;

const limits = { pages: 30, bytes: 100 * megabyte };

/** Whether the pages can be had as one PDF: none waits for its scan, and they are not too many. */
export function fitsOnePdf(pages: readonly { bytes: number; scan: string }[]): boolean {
  const bytes = pages.reduce((sum, page) => sum + page.bytes, 0);
  return (
    pages.length > 1 && pages.length <= limits.pages && bytes <= limits.bytes && pages.every(({ scan }) => isOpen(scan))
  );
}

/** `/apply/{id}/documents/…` and the same at the desk: `group` is a document's type, or the id of an item or answer. */
export const onePdfPath = (application: string, group: string) => `/apply/${application}/documents/${group}.pdf`;
export const deskPdfPath = (application: string, group: string) =>
  `/admin/applications/${application}/documents/${group}.pdf`;
