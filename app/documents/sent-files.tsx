import { FileText } from "lucide-react";
import { fileSize } from "~/ui/forms/file-input";
import { describeScan } from "./scan-state";

export type SentFile = { id: string; name: string; bytes: number; scan: string };

/** The files of something that was written, each a link once it is checked for viruses. */
export function SentFiles({ files }: { files: readonly SentFile[] }) {
  return (
    <ul aria-label="Files" className="mt-2.5 grid gap-1.5">
      {files.map(({ id, name, bytes, scan }) => {
        const { detail, problem } = describeScan(scan);
        return (
          <li key={id} className="flex min-w-0 items-start gap-2 text-sm">
            <FileText aria-hidden className="mt-1 size-4 shrink-0 text-sea-ink" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {detail || problem ? (
                <bdi className="inline-block py-0.5 font-medium">{name}</bdi>
              ) : (
                <a
                  href={`/documents/${id}`}
                  className="inline-block py-0.5 font-medium text-sea-ink underline underline-offset-4"
                >
                  <bdi>{name}</bdi>
                </a>
              )}{" "}
              <span className={problem ? "font-semibold text-error" : "text-stone"}>
                {fileSize(bytes)}
                {detail}
                {problem ? ` · ${problem}` : ""}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
