import { useEffect, useRef } from "react";
import { UploadView } from "~/applications/wizard/files/document-slot";
import { useUploads } from "~/applications/wizard/files/documents-client";
import { acceptOf, limitsOf, rulesOf } from "~/applications/wizard/files/file-limits";
import { BinButton, StoredPreview } from "~/applications/wizard/files/file-pieces";
import { describeHint } from "~/documents/hints/describe-hint";
import { HintList } from "~/documents/hints/hint-list";
import { describeScan, isOpen } from "~/documents/scan-state";
import { Field } from "~/ui/forms/field";
import { FileInput, FileRow } from "~/ui/forms/file-input";
import { useScripted } from "~/ui/use-scripted";
import type { OpenItemProps } from "./open-item-props";

/** An item's files: uploaded one by one with script, with the form without. */
export function DocumentAnswer({ application, item, problems, onBusy, onKept }: OpenItemProps) {
  const scripted = useScripted();
  const container = useRef<HTMLDivElement>(null);
  const target = { url: `/apply/${application}/requests/save`, fields: { item: item.id }, formats: item.formats };
  const { uploads, take, again, dismiss, remove, removing, keepHint, problem, notes, status, round } = useUploads(
    target,
    () => container.current?.focus({ preventScroll: true }),
    onKept,
  );
  const underWay = uploads.some((upload) => upload.problem === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onBusy` is a new function at each render.
  useEffect(() => {
    onBusy(underWay);
    // If the item closes during an upload, Send must not wait for it.
    return () => onBusy(false);
  }, [underWay]);
  const limited = { extensions: item.formats };
  return (
    <div ref={container} tabIndex={-1} className="rounded-md">
      {item.files.length > 0 || uploads.length > 0 ? (
        <ul aria-label={`Files: ${item.name}`} className="mb-3 grid gap-2">
          {item.files.map((file) => {
            const { detail, problem: virus } = describeScan(file.scan);
            const hints = file.hints.filter(({ isKept }) => !isKept).map(describeHint);
            const button = (name: string, act: () => Promise<void>) => ({
              ...{ name, value: file.id },
              onClick(event: { preventDefault: () => void }) {
                event.preventDefault();
                void act();
              },
            });
            return (
              <FileRow
                key={file.id}
                name={file.name}
                href={isOpen(file.scan) ? file.url : undefined}
                bytes={file.bytes}
                detail={[detail, notes[file.id] && ` · ${notes[file.id]}`]}
                problem={virus}
                preview={isOpen(file.scan) ? <StoredPreview url={file.url} name={file.name} /> : undefined}
                action={
                  <BinButton
                    type="submit"
                    {...button("remove", () => remove(file))}
                    disabled={removing === file.id}
                    label={`Remove ${file.name}`}
                  />
                }
              >
                {hints.length > 0 ? (
                  <HintList
                    hints={hints}
                    name={file.name}
                    keep={button("keep-hint", () => keepHint(file))}
                    remove={button("remove", () => remove(file))}
                  />
                ) : null}
              </FileRow>
            );
          })}
          {uploads.map((upload) => (
            <UploadView
              key={upload.attempt}
              application={application}
              upload={upload}
              again={again}
              dismiss={dismiss}
            />
          ))}
        </ul>
      ) : null}
      <Field
        id={`file-${item.id}`}
        label={`Add: ${item.name}`}
        labelHidden
        error={problem ?? (problems.length > 0 ? problems.map(({ message }) => message).join(" ") : undefined)}
      >
        <FileInput
          key={round}
          name={scripted ? undefined : `file-${item.id}`}
          multiple
          accept={acceptOf(limited)}
          limits={limitsOf(limited)}
          maxBytes={rulesOf(limited).maximum}
          onFilesChange={take}
        />
      </Field>
      <p className="mt-2 hidden text-sm text-stone noscript:block">{limitsOf(limited)}</p>
      <span role="status" className="sr-only">
        {status}
      </span>
    </div>
  );
}
