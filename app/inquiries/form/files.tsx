import { RotateCw, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { acceptOf, formatFileRules } from "~/documents/file-rules";
import { inquiryFileRules, inquiryFiles, inquiryInputs } from "~/inquiries/inquiry";
import { Field } from "~/ui/forms/field";
import { FileInput, FileRow } from "~/ui/forms/file-input";
import { Progress } from "~/ui/progress";
import type { Upload, useUploads } from "./use-uploads";

type InquiryFilesProps = {
  files: ReturnType<typeof useUploads>;
  error: string | undefined;
  /** With JavaScript files are uploaded when chosen; without, with the form. */
  scripted: boolean;
};

const chooser = "files-chooser";

/** The files of an inquiry: chosen, uploading, stored, refused. */
export function InquiryFiles({ files, error, scripted }: InquiryFilesProps) {
  // A new key empties the file input, so that the same file can be chosen again.
  const [round, setRound] = useState(0);
  const wasRemoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chooser is a new element.
  useLayoutEffect(() => {
    if (wasRemoved.current) document.getElementById(chooser)?.focus({ preventScroll: true });
    wasRemoved.current = false;
  }, [round]);
  const heading = useRef<HTMLDivElement>(null);
  const { uploads, add, remove } = files;
  const refused = uploads.filter((upload) => upload.kind === "failed");

  function removeUpload(removed: Upload) {
    void remove(removed);
    // The element that had the focus was removed.
    heading.current?.focus({ preventScroll: true });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the label.
    <div id="files" ref={heading} role="group" aria-label="Documents" tabIndex={-1} className="scroll-mt-28">
      <Field
        id={chooser}
        label="Documents"
        hint={`For example a passport page, a letter or an earlier visa. Up to ${inquiryFiles} files.`}
        error={error}
      >
        <FileInput
          key={round}
          multiple
          {...(scripted ? {} : { name: inquiryInputs.files })}
          accept={acceptOf(inquiryFileRules)}
          limits={`${formatFileRules(inquiryFileRules)} each`}
          onFilesChange={(chosen) => {
            if (chosen.length === 0) return;
            void add(chosen);
            wasRemoved.current = document.activeElement?.id === chooser;
            setRound((before) => before + 1);
          }}
        />
      </Field>
      {uploads.length > 0 ? (
        <ul aria-label="Your files" className="mt-3 grid gap-2">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onRemove={() => removeUpload(upload)} />
          ))}
        </ul>
      ) : null}
      <span role="status" className="sr-only">
        {files.busy ? "Uploading…" : files.stored.length > 0 ? `Uploaded: ${files.stored.length}` : ""}
      </span>
      <div role="alert" className="sr-only">
        {refused.map(({ key, message }) => (
          <p key={key}>{message}</p>
        ))}
      </div>
    </div>
  );
}

function UploadRow({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const { name, size } = upload;
  const bin = (submits: boolean) => (
    <button
      type={submits ? "submit" : "button"}
      {...(submits && upload.kind === "stored" ? { name: "intent", value: `remove:${upload.file.id}` } : {})}
      formNoValidate
      disabled={upload.kind === "stored" && upload.removing}
      onClick={(event) => {
        event.preventDefault();
        onRemove();
      }}
      data-hint="Remove"
      className="grid size-11 shrink-0 place-items-center rounded-md text-stone hover:bg-error-ground hover:text-error"
    >
      <Trash2 aria-hidden className="size-4.5" />
      <span className="sr-only">Remove {name}</span>
    </button>
  );
  if (upload.kind === "uploading")
    return (
      <FileRow
        name={name}
        bytes={size}
        detail={
          <Progress
            size="sm"
            className="mt-1.5 mr-2"
            label={`Uploading ${name}`}
            value={Math.round(upload.part * 100)}
          />
        }
        action={bin(false)}
      />
    );
  if (upload.kind === "stored")
    return (
      <FileRow
        name={name}
        bytes={size}
        detail={
          <>
            <span className="text-success"> · {upload.removing ? "Removing…" : "Uploaded"}</span>
            {upload.note ? ` · ${upload.note}` : ""}
            <input type="hidden" name={inquiryInputs.document} value={upload.file.id} />
          </>
        }
        problem={upload.message}
        action={bin(true)}
      />
    );
  const { message, again } = upload;
  return (
    <FileRow
      name={name}
      problem={message}
      action={
        <>
          {again ? (
            <button
              type="button"
              onClick={again}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-md px-2.5 text-sm font-semibold text-sea-ink hover:bg-foam"
            >
              <RotateCw aria-hidden className="size-4" /> Try again
            </button>
          ) : null}
          {bin(false)}
        </>
      }
    />
  );
}
