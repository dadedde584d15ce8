import { noLongerAskedFor } from "~/applications/wizard/files/file-limits";
import { ConditionLine } from "~/documents/dates/condition-line";
import { OnePdfView } from "~/documents/pages/page-parts";
import { formatPage, onePdfOf, onePdfPath, pagesIn } from "~/documents/pages/pages";
import { fileSize } from "~/ui/forms/file-input";
import type { StatusData } from "./status-data.server";

type DocumentsProps = { application: string; documents: StatusData["documents"] };

/** Files of a case that belong to no request and no message; documents no longer asked for come last. */
export function CaseDocuments({ application, documents }: DocumentsProps) {
  const former = documents.filter((document) => document.isFormer);
  const current = documents.filter((document) => !document.isFormer);
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="text-2xl print:text-[14pt]">
        Documents
      </h2>
      <DocumentLinks application={application} documents={current} />
      {former.length > 0 ? (
        <>
          <h3 className="mt-6 text-lg print:mt-3 print:text-[12pt]">{noLongerAskedFor}</h3>
          <DocumentLinks application={application} documents={former} />
        </>
      ) : null}
    </section>
  );
}

function DocumentLinks({ application, documents }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1.5">
      {documents.map((document) => {
        const pages = pagesIn(documents.filter(({ type }) => type === document.type));
        const onePdf = pages[0] === document ? onePdfOf(pages, onePdfPath(application, document.type)) : null;
        return (
          <li key={document.id} className="break-words">
            <a href={`/documents/${document.id}`} className="font-medium text-sea-ink underline underline-offset-4">
              {document.title}
            </a>{" "}
            <span className="text-sm text-stone">
              {pages.includes(document) ? `${formatPage(document, pages)}, ` : ""}
              <bdi className="break-all">{document.name}</bdi>, {fileSize(document.bytes)}
            </span>
            {onePdf ? (
              <span className="block print:hidden">
                <OnePdfView onePdf={onePdf} of={document.title} />
              </span>
            ) : null}
            {document.condition ? <ConditionLine condition={document.condition} place="page" /> : null}
          </li>
        );
      })}
    </ul>
  );
}
