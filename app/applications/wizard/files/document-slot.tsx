import { useRef } from "react";
import type { ReadingStates } from "~/applications/passport/reading-states";
import { DateRuleText } from "~/catalogue/date-rule-text";
import { SampleLink } from "~/catalogue/sample-link";
import { HintList } from "~/documents/hints/hint-list";
import { OnePdfView, PagePlace } from "~/documents/pages/page-parts";
import { onePdfOf, onePdfPath, pagesIn } from "~/documents/pages/pages";
import { Button } from "~/ui/button";
import { Badge } from "~/ui/lists/badge";
import { useScripted } from "~/ui/use-scripted";
import { needsNewer } from "../../required-files/aged-documents";
import type { DocumentSlot, StoredFile } from "../../required-files/requirements.server";
import type { FileProblem } from "../../required-files/write-file-date.server";
import { ReadingNote } from "../passport/reading-note";
import { RenewalMark } from "../renewal-mark";
import { DocumentDate, useSpokenDates } from "./document-date";
import { useUploads } from "./documents-client";
import { limitsOf } from "./file-limits";
import { AddFiles, FileList, StoredRow } from "./file-list";
import { BinButton } from "./file-pieces";

type SlotProps = {
  application: string;
  slot: DocumentSlot;
  readings: ReadingStates;
  /** A renewal asks for a new file. */
  isAnew: boolean;
  attempt: string;
  error: string | undefined;
  /** What was typed about one of the files without script, and refused. */
  refused: FileProblem | undefined;
};

export function DocumentSlotView({ application, slot, readings, isAnew, attempt, error, refused }: SlotProps) {
  const scripted = useScripted();
  const container = useRef<HTMLElement>(null);
  // The focused element, a file input or a button, is removed afterwards.
  const url = `/apply/${application}/documents/save`;
  const sending = useUploads({ url, fields: { type: slot.type }, formats: slot.formats }, () =>
    container.current?.focus({ preventScroll: true }),
  );
  const { remove, removing, move, keepHint, notes, status } = sending;
  const spoken = useSpokenDates(slot.files);
  const pages = pagesIn(slot.files);
  return (
    <section
      id={slot.type}
      ref={container}
      tabIndex={-1}
      aria-labelledby={`title-${slot.type}`}
      className="mt-6 scroll-mt-28 rounded-xl border border-dune bg-white px-5 py-5 sm:px-7 sm:py-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={`title-${slot.type}`} className="text-xl">
          {slot.name}
        </h2>
        <span className="flex flex-wrap gap-2">
          {isAnew ? <RenewalMark /> : null}
          <SlotBadge slot={slot} />
        </span>
      </div>
      {slot.description ? <p className="mt-1.5 text-stone">{slot.description}</p> : null}
      <DateRuleText rule={slot.dateRule} className="mt-1.5 text-stone" />
      <SampleLink sample={slot.sample} of={slot.name} className="mt-1.5" />
      <FileList
        application={application}
        name={slot.name}
        files={slot.files}
        sending={sending}
        className="mt-4"
        row={(file) => (
          <StoredRow
            file={file}
            note={notes[file.id]}
            action={
              file.fromAnswers ? undefined : (
                <form method="post" encType="multipart/form-data">
                  <input type="hidden" name="type" value={slot.type} />
                  <BinButton
                    type="submit"
                    name="remove"
                    value={file.id}
                    disabled={removing === file.id}
                    onClick={pressed(() => remove(file))}
                    label={`Remove ${file.name}`}
                  />
                </form>
              )
            }
          >
            <PageForm type={slot.type} file={file} pages={pages} onMove={move} />
            <DateForm
              file={file}
              type={slot.type}
              url={url}
              refused={refused?.document === file.id ? refused : undefined}
            />
            {file.hints.length > 0 ? (
              <form method="post" encType="multipart/form-data">
                <input type="hidden" name="type" value={slot.type} />
                <input type="hidden" name="document" value={file.id} />
                <HintList
                  hints={file.hints}
                  name={file.name}
                  keep={{ name: "intent", value: "keep-hint", onClick: pressed(() => keepHint(file)) }}
                  remove={
                    file.fromAnswers
                      ? undefined
                      : { name: "remove", value: file.id, onClick: pressed(() => remove(file)) }
                  }
                />
              </form>
            ) : null}
            <ReadingNote application={application} state={readings[file.id]} isHinted={file.hints.length > 0} />
          </StoredRow>
        )}
      />
      <OnePdfView onePdf={onePdfOf(pages, onePdfPath(application, slot.type))} of={slot.name} className="mt-3" />
      <form method="post" encType="multipart/form-data" className="mt-4">
        <input type="hidden" name="type" value={slot.type} />
        <input type="hidden" name="attempt" value={attempt} />
        <AddFiles
          id={`file-${slot.type}`}
          of={slot.name}
          formats={slot.formats}
          sending={sending}
          error={error}
          name="file"
          multiple={scripted}
        />
        <div className="mt-3 hidden flex-wrap items-center gap-x-4 gap-y-2 noscript:flex">
          <Button type="submit" variant="outline" aria-label={`Upload: ${slot.name}`}>
            Upload
          </Button>
          <span className="text-sm text-stone">{limitsOf({ extensions: slot.formats })}</span>
        </div>
      </form>
      <span role="status" className="sr-only">
        {status}
      </span>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </section>
  );
}

/** With script instead of the form's request. */
const pressed = (act: () => Promise<void>) => (event: { preventDefault: () => void }) => {
  event.preventDefault();
  void act();
};

function SlotBadge({ slot }: { slot: DocumentSlot }) {
  // Files with a virus are already deleted.
  const here = slot.files.filter(({ scan }) => scan !== "infected").length;
  if (needsNewer(slot)) return <Badge tone="orange">Newer one needed</Badge>;
  if (here > 0) return <Badge tone="green">{here === 1 ? "Uploaded" : `${here} uploaded`}</Badge>;
  return slot.isRequired ? <Badge tone="orange">Needed</Badge> : <Badge tone="gray">Optional</Badge>;
}

type DateFormProps = { file: StoredFile; type: string; url: string; refused: FileProblem | undefined };

function DateForm({ file, type, url, refused }: DateFormProps) {
  if (!file.date) return null;
  return (
    <form
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => event.preventDefault()}
      className="grid gap-2"
    >
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="document" value={file.id} />
      <input type="hidden" name="kind" value={file.date.kind} />
      <DocumentDate file={file} url={url} name="date" refused={refused} intent="date" />
    </form>
  );
}

type PageFormProps = {
  type: string;
  file: StoredFile;
  pages: readonly StoredFile[];
  onMove: (file: StoredFile, move: "up" | "down") => Promise<void>;
};

/** Its number among several pages, and buttons that change it. */
function PageForm({ type, file, pages, onMove }: PageFormProps) {
  if (!pages.includes(file)) return null;
  return (
    <form method="post" encType="multipart/form-data">
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="intent" value="order" />
      <input type="hidden" name="document" value={file.id} />
      <PagePlace
        page={file}
        pages={pages}
        button={(move) => ({ name: "move", value: move })}
        onMove={(move) => onMove(file, move)}
      />
    </form>
  );
}
