import { useEffect, useRef } from "react";
import { dateInputOf } from "~/applications/required-files/date-input";
import type { FileProblem } from "~/applications/required-files/write-file-date.server";
import { DocumentDate, useSpokenDates } from "~/applications/wizard/files/document-date";
import { StoredRow, UploadView } from "~/applications/wizard/files/document-slot";
import { useUploads } from "~/applications/wizard/files/documents-client";
import { acceptOf, limitsOf, rulesOf } from "~/applications/wizard/files/file-limits";
import { BinButton } from "~/applications/wizard/files/file-pieces";
import type { ItemFile } from "~/cases/requests/read-requests.server";
import { describeHint } from "~/documents/hints/describe-hint";
import { HintList } from "~/documents/hints/hint-list";
import { OnePdfLink, PagePlace } from "~/documents/pages/page-parts";
import { fitsOnePdf, onePdfPath, pagesIn } from "~/documents/pages/pages";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FileInput } from "~/ui/forms/file-input";
import { useScripted } from "~/ui/use-scripted";
import type { OpenItemProps } from "./open-item-props";

/** An item's files: uploaded one by one with script, with the form without. */
export function DocumentAnswer({ application, item, problems, dates, onBusy, onKept }: OpenItemProps) {
  const scripted = useScripted();
  const container = useRef<HTMLDivElement>(null);
  const url = `/apply/${application}/requests/save`;
  const target = { url, fields: { item: item.id }, formats: item.formats };
  const { uploads, take, again, dismiss, remove, removing, move, keepHint, problem, notes, status, round } = useUploads(
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
  const spoken = useSpokenDates(item.files);
  // Dates have their messages at their own boxes.
  const ofFiles = problems.filter(({ message }) => dates.every((date) => date.message !== message));
  const pages = pagesIn(item.files);
  return (
    <div ref={container} tabIndex={-1} className="rounded-md">
      {item.files.length > 0 || uploads.length > 0 ? (
        <ul aria-label={`Files: ${item.name}`} className="mb-3 grid gap-2">
          {item.files.map((file) => {
            const hints = file.hints.filter(({ isKept }) => !isKept).map(describeHint);
            const button = (name: string, act: () => Promise<void>) => ({
              ...{ name, value: file.id },
              onClick(event: { preventDefault: () => void }) {
                event.preventDefault();
                void act();
              },
            });
            return (
              <StoredRow
                key={file.id}
                file={file}
                detail={notes[file.id] ? ` · ${notes[file.id]}` : ""}
                action={
                  <BinButton
                    type="submit"
                    {...button("remove", () => remove(file))}
                    disabled={removing === file.id}
                    label={`Remove ${file.name}`}
                  />
                }
              >
                {pages.includes(file) ? (
                  <PagePlace
                    page={file}
                    pages={pages}
                    button={(direction) => ({ name: "move", value: `${direction}:${file.id}` })}
                    onMove={(direction) => move(file, direction)}
                  />
                ) : null}
                <ItemFileDate file={file} item={item.id} url={url} dates={dates} />
                {hints.length > 0 ? (
                  <HintList
                    hints={hints}
                    name={file.name}
                    keep={button("keep-hint", () => keepHint(file))}
                    remove={button("remove", () => remove(file))}
                  />
                ) : null}
              </StoredRow>
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
      {fitsOnePdf(pages) ? (
        <OnePdfLink href={onePdfPath(application, item.id)} of={item.name ?? "Document"} className="mb-3" />
      ) : null}
      <Field
        id={`file-${item.id}`}
        label={`Add: ${item.name}`}
        labelHidden
        error={problem ?? (ofFiles.length > 0 ? ofFiles.map(({ message }) => message).join(" ") : undefined)}
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
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </div>
  );
}

type ItemFileDateProps = { file: ItemFile; item: string; url: string; dates: readonly FileProblem[] };

/** The boxes belong to the form with all items, which saves them too. */
function ItemFileDate({ file, item, url, dates }: ItemFileDateProps) {
  if (!file.date) return null;
  const name = dateInputOf(file.id);
  return (
    <div data-dated="" className="grid gap-2">
      <input type="hidden" name="dated" value={file.id} />
      <input type="hidden" name={`${name}.kind`} value={file.date.kind} />
      <input type="hidden" name={`${name}.item`} value={item} />
      <DocumentDate file={file} url={url} name={name} refused={dates.find(({ document }) => document === file.id)}>
        <Button
          type="submit"
          name="intent"
          value="save"
          variant="outline"
          size="sm"
          className="hidden justify-self-start noscript:inline-flex"
        >
          Save the date<span className="sr-only"> of {file.name}</span>
        </Button>
      </DocumentDate>
    </div>
  );
}
