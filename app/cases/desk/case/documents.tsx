import { Download, ExternalLink, Eye, MessageSquarePlus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { noLongerAskedFor } from "~/applications/wizard/files/file-limits";
import type { ApplicationDetail } from "~/cases/case-data/case.server";
import { Entry, Records } from "~/cases/case-data/records";
import { nassauTime } from "~/core/time";
import { DeskHints } from "~/documents/hints/desk-hints";
import { OnePdfView } from "~/documents/pages/page-parts";
import { InspectionState, isOpen, ScanState } from "~/documents/scan-state";
import { ButtonLink } from "~/ui/button";

import { DocumentDate, type DocumentDateProblem } from "./document-date";

type Document = ApplicationDetail["documents"][number];

/** The shown document is in the URL, so that it works without a script and Back closes it. */
function useDocumentPath() {
  const { pathname, search } = useLocation();
  return (id: string | null) => {
    const parameters = new URLSearchParams(search);
    if (id) parameters.set("document", id);
    else parameters.delete("document");
    const query = parameters.toString();
    return `${pathname}${query ? `?${query}` : ""}${id ? "#document" : "#documents"}`;
  };
}

const quiet =
  "inline-flex min-h-6 items-center gap-1.5 rounded-xs text-xs font-semibold text-sea-ink hover:underline [&_svg]:size-3.5";

type DocumentListProps = Pick<ApplicationDetail, "documents" | "newer"> & {
  shown: string | null;
  dated: DocumentDateProblem | undefined;
};

export function DocumentList({ documents, ...list }: DocumentListProps) {
  const former = documents.filter((document) => document.formerly !== null);
  const current = documents.filter((document) => document.formerly === null);
  return (
    <div className="grid gap-4">
      <Records
        id="documents"
        title="Documents"
        large
        className="grid gap-x-8 sm:grid-cols-2"
        empty={former.length > 0 ? "None of the documents currently required." : "No documents were uploaded."}
        count={current.length}
      >
        <Entries documents={current} {...list} />
      </Records>
      {former.length > 0 ? (
        <section aria-labelledby="former-documents">
          <h3 id="former-documents" className="text-sm">
            {noLongerAskedFor}
          </h3>
          <ul className="mt-1 grid gap-x-8 sm:grid-cols-2">
            <Entries documents={former} {...list} />
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** The documents' names in print, where the side column is hidden. */
export function PrintedDocuments({ documents }: Pick<ApplicationDetail, "documents">) {
  return (
    <section aria-labelledby="printed-documents" className="hidden print:block">
      <h2 id="printed-documents" className="text-xl">
        Documents
      </h2>
      {documents.length === 0 ? <p>No documents were uploaded.</p> : null}
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {documents.map((document) => (
          <li key={document.id} className="break-all">
            {document.title}: {document.documentName} ({document.from}, {sizeOf(document.byteSize)},{" "}
            {nassauTime(document.createdAt)})
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entries({ documents, newer, shown, dated }: DocumentListProps) {
  const pathOf = useDocumentPath();
  const { pathname } = useLocation();
  // Once for each document, at its latest file.
  const latest = new Map(documents.map(({ documentType, id }) => [documentType, id]));
  return (
    <>
      {documents.map((document) => (
        <Entry key={document.id}>
          <p dir="auto" className="font-medium break-words">
            {document.title}
          </p>
          <p className="text-sm break-all">{document.documentName}</p>
          <p className="text-xs text-stone">
            {document.page ? `${document.page} · ` : ""}
            {document.from} · {sizeOf(document.byteSize)} · {nassauTime(document.createdAt)} <ScanState {...document} />{" "}
            <InspectionState {...document} />
          </p>
          {document.passportPage ? <p className="text-sm">{document.passportPage}</p> : null}
          <DeskHints hints={document.hints} />
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {document.preview ? (
              <Link
                to={pathOf(document.id)}
                preventScrollReset
                aria-current={shown === document.id ? "true" : undefined}
                className={`${quiet} aria-[current]:text-ink`}
              >
                <Eye aria-hidden />
                {shown === document.id ? "Shown" : "Preview"}
                <span className="sr-only"> {document.documentName}</span>
              </Link>
            ) : null}
            {isOpen(document.scan) ? (
              <a href={document.fileUrl} download={document.documentName} className={quiet}>
                <Download aria-hidden />
                Download<span className="sr-only"> {document.documentName}</span>
              </a>
            ) : null}
            <OnePdfView onePdf={document.onePdf} of={document.title} small />
          </p>
          <DocumentDate document={document} problem={dated} />
          {newer.includes(document.documentType) && latest.get(document.documentType) === document.id ? (
            <Link to={`${pathname}/requests?newer=${document.documentType}`} className={quiet}>
              <MessageSquarePlus aria-hidden />
              Ask for a newer one<span className="sr-only">: {document.title}</span>
            </Link>
          ) : null}
        </Entry>
      ))}
    </>
  );
}

/** A document inside the page, next to the answers that staff compare it with. */
export function DocumentPreview({ document }: { document: Document }) {
  const pathOf = useDocumentPath();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, documentName, fileUrl, preview } = document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another document is shown.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [id]);
  return (
    <section id="document" aria-labelledby="document-title" className="scroll-mt-16 lg:scroll-mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="document-title" ref={heading} tabIndex={-1} className="min-w-0 scroll-mt-16 text-xl break-all">
          {documentName}
        </h2>
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            to={fileUrl}
            reloadDocument
            target="_blank"
            rel="noreferrer"
            variant="outline"
            size="sm"
            before={<ExternalLink aria-hidden />}
          >
            Open in a new tab
          </ButtonLink>
          <ButtonLink to={pathOf(null)} preventScrollReset variant="outline" size="sm" before={<X aria-hidden />}>
            Close preview
          </ButtonLink>
        </div>
      </div>
      {preview === "picture" ? (
        <div className="mt-3 grid place-items-center rounded-xl border border-line bg-mist p-3">
          <img src={fileUrl} alt={`The uploaded document ${documentName}`} className="max-h-[75vh] max-w-full" />
        </div>
      ) : (
        <iframe
          key={id}
          src={fileUrl}
          title={`The uploaded document ${documentName}`}
          className="mt-3 h-[75vh] w-full rounded-xl border border-line bg-mist"
        />
      )}
    </section>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
