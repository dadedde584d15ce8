import { Download, FileText } from "lucide-react";
import type { UploadedDocument } from "~/db/schema/inquiries";
import { isOpen, ScanState } from "~/documents/scan-state";
import type { InquiryDetail } from "./detail.server";

/** Each file with its size in bytes and its URL; PDFs and pictures open in place, and are loaded only then. */
export function InquiryDocuments({ documents }: { documents: InquiryDetail["inquiry"]["uploadedDocuments"] }) {
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="border-b border-line pb-1.5 text-lg">
        Uploaded Documents
      </h2>
      {documents.length === 0 ? <p className="mt-3 text-stone">No documents were uploaded.</p> : null}
      <ul>
        {documents.map((document) => (
          <li key={document.url} className="border-line py-3 not-last:border-b">
            <div className="flex items-start gap-3">
              <FileText aria-hidden className="mt-0.5 size-5 shrink-0 text-sea-ink" />
              <div className="min-w-0 flex-1">
                {isOpen(document.scan) ? (
                  <a
                    href={document.url}
                    className="rounded-xs font-medium break-all text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2"
                  >
                    {document.name}
                  </a>
                ) : (
                  <span className="font-medium break-all">{document.name}</span>
                )}
                <p className="text-xs text-stone tabular-nums">
                  {document.size.toLocaleString("en-US")} bytes <ScanState {...document} />
                </p>
              </div>
              {isOpen(document.scan) ? (
                <a
                  href={document.url}
                  download={document.name}
                  data-hint="Download"
                  className="grid size-11 shrink-0 place-items-center rounded-md text-stone hover:bg-foam hover:text-ink"
                >
                  <Download aria-hidden className="size-4.5" />
                  <span className="sr-only">Download {document.name}</span>
                </a>
              ) : null}
            </div>
            {isOpen(document.scan) ? <Preview document={document} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Preview({ document: { name, url, type } }: { document: UploadedDocument }) {
  const picture = type.startsWith("image/");
  if (!picture && type !== "application/pdf") return null;
  return (
    <details className="mt-1 pl-8">
      <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
        Preview<span className="sr-only"> {name}</span>
      </summary>
      {picture ? (
        <img
          src={url}
          alt={name}
          loading="lazy"
          className="mt-2 max-h-[40rem] max-w-full rounded-lg border border-line bg-mist"
        />
      ) : (
        <iframe src={url} title={name} loading="lazy" className="mt-2 h-[40rem] w-full rounded-lg border border-line" />
      )}
    </details>
  );
}
