import { FileText, RotateCw } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { describeScan, isOpen } from "~/documents/scan-state";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Field } from "~/ui/forms/field";
import { FileInput, FileRow } from "~/ui/forms/file-input";
import { TextLink } from "~/ui/link";
import type { StoredFile } from "../../required-files/requirements.server";
import type { Upload, useUploads } from "./documents-client";
import { acceptOf, limitsOf, rulesOf } from "./file-limits";
import { BinButton, StoredPreview, UploadingRow } from "./file-pieces";

type Sending = ReturnType<typeof useUploads>;

type FileListProps<File extends { id: string }> = {
  application: string;
  /** The document's. */
  name: string;
  files: readonly File[];
  sending: Pick<Sending, "uploads" | "again" | "dismiss">;
  /** A stored file, as a `StoredRow`. */
  row: (file: File) => ReactNode;
  className: string;
};

/** A document's stored files, and those that are being sent. */
export function FileList<File extends { id: string }>(props: FileListProps<File>) {
  const { application, name, files, sending, row, className } = props;
  if (files.length + sending.uploads.length === 0) return null;
  return (
    <ul aria-label={`Files: ${name}`} className={classNames("grid gap-2", className)}>
      {files.map((file) => (
        <Fragment key={file.id}>{row(file)}</Fragment>
      ))}
      {sending.uploads.map((upload) => (
        <UploadView
          key={upload.attempt}
          application={application}
          upload={upload}
          again={sending.again}
          dismiss={sending.dismiss}
        />
      ))}
    </ul>
  );
}

type AddFilesProps = {
  id: string;
  /** The document's name. */
  of: string;
  formats: readonly string[];
  sending: Pick<Sending, "round" | "take" | "problem">;
  error: string | undefined;
  /** The input's, unless a script sends its files. */
  name: string | undefined;
  multiple: boolean;
};

/** The field for further files of a document. */
export function AddFiles({ id, of, formats, sending: { round, take, problem }, error, name, multiple }: AddFilesProps) {
  const limited = { extensions: formats };
  return (
    <Field id={id} label={`Add: ${of}`} labelHidden error={problem ?? error}>
      <FileInput
        key={round}
        name={name}
        multiple={multiple}
        accept={acceptOf(limited)}
        limits={limitsOf(limited)}
        maxBytes={rulesOf(limited).maximum}
        onFilesChange={take}
      />
    </Field>
  );
}

type StoredRowProps = {
  file: Pick<StoredFile, "name" | "url" | "bytes" | "scan"> & Partial<Pick<StoredFile, "fromAnswers">>;
  /** Such as what was changed in the browser before it was sent. */
  note?: string | undefined;
  action?: ReactNode;
  /** What is known or asked about it. */
  children?: ReactNode;
};

/** A stored file with a link; one that answers a question is changed in its step. */
export function StoredRow({ file, note, action, children }: StoredRowProps) {
  const { detail: state, problem } = describeScan(file.scan);
  return (
    <FileRow
      name={file.name}
      href={isOpen(file.scan) ? file.url : undefined}
      bytes={file.bytes}
      detail={
        (note ? ` · ${note}` : "") +
        (file.fromAnswers ? " · answers a question in your application" : "") +
        (state ?? "")
      }
      problem={problem}
      preview={isOpen(file.scan) ? <StoredPreview url={file.url} name={file.name} /> : undefined}
      action={action}
    >
      {children}
    </FileRow>
  );
}

type UploadRowProps = {
  application: string;
  upload: Upload;
  again: (upload: Upload) => void;
  dismiss: (upload: Upload) => void;
};

function UploadView({ application, upload, again, dismiss }: UploadRowProps) {
  const { name, size } = upload.file;
  if (upload.problem === undefined) return <UploadingRow name={name} bytes={size} part={upload.part} />;
  return (
    <FileRow
      name={name}
      problem={
        upload.closed ? (
          <>
            {upload.problem}{" "}
            <TextLink to={`/apply/${application}`} target="_blank">
              Open it in another tab
            </TextLink>
            , then try again here.
          </>
        ) : (
          upload.problem
        )
      }
      preview={<FileText aria-hidden className="size-5 text-error" />}
      action={
        <span className="flex shrink-0 items-center">
          {upload.mayRepeat ? (
            <Button size="sm" variant="outline" before={<RotateCw aria-hidden />} onClick={() => again(upload)}>
              Try again
            </Button>
          ) : null}
          <BinButton type="button" onClick={() => dismiss(upload)} label={`Dismiss ${name}`} />
        </span>
      }
    />
  );
}
