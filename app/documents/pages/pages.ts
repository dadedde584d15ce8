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

const limits = { pages: 30, megabytes: 100 };

/** Where pages can be had as one PDF, or why they can't. */
export type OnePdf = { href: string } | { problem: string };

/** Null for less than two pages, and while one waits for its scan. */
export function onePdfOf(pages: readonly { bytes: number; scan: string }[], href: string): OnePdf | null {
  if (pages.length < 2) return null;
  if (pages.length > limits.pages)
    return { problem: `These ${pages.length} pages are too many for one PDF, which can have up to ${limits.pages}.` };
  if (pages.reduce((sum, page) => sum + page.bytes, 0) > limits.megabytes * megabyte)
    return { problem: `These pages are too large for one PDF, which can have up to ${limits.megabytes} MB.` };
  return pages.every(({ scan }) => isOpen(scan)) ? { href } : null;
}

/** `/apply/{id}/documents/…` and the same at the desk: `group` is a document's type, or the id of an item or answer. */
export const onePdfPath = (application: string, group: string) => `/apply/${application}/documents/${group}.pdf`;
export const deskPdfPath = (application: string, group: string) =>
  `/admin/applications/${application}/documents/${group}.pdf`;
