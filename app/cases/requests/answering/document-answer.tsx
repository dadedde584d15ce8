import { useEffect, useRef } from "react";
import { dateInputOf } from "~/applications/required-files/date-input";
import type { FileProblem } from "~/applications/required-files/write-file-date.server";
import { DocumentDate, useSpokenDates } from "~/applications/wizard/files/document-date";
import { useUploads } from "~/applications/wizard/files/documents-client";
import { limitsOf } from "~/applications/wizard/files/file-limits";
import { AddFiles, FileList, StoredRow } from "~/applications/wizard/files/file-list";
import { BinButton } from "~/applications/wizard/files/file-pieces";
import type { ItemFile } from "~/cases/requests/read-requests.server";
import { describeHint } from "~/documents/hints/describe-hint";
import { HintList } from "~/documents/hints/hint-list";
import { OnePdfView, PagePlace } from "~/documents/pages/page-parts";
import { onePdfOf, onePdfPath, pagesIn } from "~/documents/pages/pages";
import { useScripted } from "~/ui/use-scripted";
import type { OpenItemProps } from "./open-item-props";

/** An item's files: uploaded one by one with script, with the form without. */
export function DocumentAnswer({ application, item, problems, dates, onBusy, onKept }: OpenItemProps) {
  const scripted = useScripted();
  const container = useRef<HTMLDivElement>(null);
  const url = `/apply/${application}/requests/save`;
  const target = { url, fields: { item: item.id }, formats: item.formats };
  const sending = useUploads(target, () => container.current?.focus({ preventScroll: true }), onKept);
  const { uploads, remove, removing, move, keepHint, notes, status } = sending;
  const underWay = uploads.some((upload) => upload.problem === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onBusy` is a new function at each render.
  useEffect(() => {
    onBusy(underWay);
    // If the item closes during an upload, Send must not wait for it.
    return () => onBusy(false);
  }, [underWay]);
  const spoken = useSpokenDates(item.files);
  // Dates have their messages at their own boxes.
  const ofFiles = problems.filter(({ message }) => dates.every((date) => date.message !== message));
  const pages = pagesIn(item.files);
  return (
    <div ref={container} tabIndex={-1} className="rounded-md">
      <FileList
        application={application}
        name={item.name}
        files={item.files}
        sending={sending}
        className="mb-3"
        row={(file) => {
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
              file={file}
              note={notes[file.id]}
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
        }}
      />
      <OnePdfView onePdf={onePdfOf(pages, onePdfPath(application, item.id))} of={item.name} className="mb-3" />
      <AddFiles
        id={`file-${item.id}`}
        of={item.name}
        formats={item.formats}
        sending={sending}
        error={ofFiles.length > 0 ? ofFiles.map(({ message }) => message).join(" ") : undefined}
        name={scripted ? undefined : `file-${item.id}`}
        multiple
      />
      <p className="mt-2 hidden text-sm text-stone noscript:block">{limitsOf({ extensions: item.formats })}</p>
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
      <DocumentDate
        file={file}
        url={url}
        name={name}
        refused={dates.find(({ document }) => document === file.id)}
        intent="save"
      />
    </div>
  );
}
