import { noLongerAskedFor } from "~/applications/wizard/files/file-limits";
import { fileSize } from "~/ui/forms/file-input";
import type { StatusData } from "./status-data.server";

type Documents = StatusData["documents"];

/** Files of a case that belong to no request and no message; documents no longer asked for come last. */
export function CaseDocuments({ documents }: { documents: Documents }) {
  const former = documents.filter((document) => document.isFormer);
  const current = documents.filter((document) => !document.isFormer);
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="text-2xl print:text-[14pt]">
        Documents
      </h2>
      <DocumentLinks documents={current} />
      {former.length > 0 ? (
        <>
          <h3 className="mt-6 text-lg print:mt-3 print:text-[12pt]">{noLongerAskedFor}</h3>
          <DocumentLinks documents={former} />
        </>
      ) : null}
    </section>
  );
}

function DocumentLinks({ documents }: { documents: Documents }) {
  if (documents.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1.5">
      {documents.map((document) => (
        <li key={document.id} className="break-words">
          <a href={`/documents/${document.id}`} className="font-medium text-sea-ink underline underline-offset-4">
            {document.title}
          </a>{" "}
          <span className="text-sm text-stone">
            <bdi className="break-all">{document.name}</bdi>, {fileSize(document.bytes)}
          </span>
        </li>
      ))}
    </ul>
  );
}
