import { Form, useNavigation } from "react-router";
import { dateFormats, isDateFormat } from "~/clients/import/date-formats";
import { Button, ButtonLink } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { Dialog } from "~/ui/notices/dialog";
import type { ImportPage, readUndo } from "./read-import.server";
import { clientsIn, count, datesIn, importPath, linesIn } from "./texts";

type File = Extract<ImportPage["file"], { lines: number }>;

/** Each question has its own URL: without JavaScript it is part of the page. */
export function ConfirmImport({ page, found }: { page: ImportPage; found: NonNullable<File["found"]> }) {
  const busy = useNavigation().formMethod === "POST";
  const file = page.file as File;
  const format = isDateFormat(file.dateFormat) ? file.dateFormat : "iso";
  const words = file.readings.find((reading) => reading.format === format)?.words;
  const clients = found.created + found.joined;
  return (
    <Dialog
      open
      onClose={() => document.getElementById("not-now")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40 noscript:fixed noscript:inset-0"
      title={`Import ${clientsIn(clients)}?`}
      description={
        <div className="grid gap-2">
          {file.first && words ? (
            <p>
              The first date, “{file.first.text}” in line {file.first.line}, is read as{" "}
              <strong className="text-ink">{words}</strong> ({dateFormats[format]}).
            </p>
          ) : null}
          {found.wrongLines > 0 ? <p>{linesIn(found.wrongLines)} with errors will be left out.</p> : null}
          {found.skipped > 0 ? <p>{linesIn(found.skipped)} will be skipped, because they are already here.</p> : null}
          <p>
            {page.isReminded ? "These clients will be reminded by email." : "No client will get an email."} You can undo
            the import for 72 hours.
          </p>
        </div>
      }
      footer={
        <>
          <ButtonLink
            id="not-now"
            to={importPath(page.id)}
            replace
            preventScrollReset
            variant="outline"
            data-autofocus=""
          >
            Don’t import yet
          </ButtonLink>
          <Form method="post" action={importPath(page.id)} replace data-keep="no" className="max-sm:w-full">
            <input type="hidden" name="intent" value="import" />
            <input type="hidden" name="seen" value={page.seen} />
            <input type="hidden" name="confirmed" value="yes" />
            <Button type="submit" busy={busy} busyLabel="Starting…" className="max-sm:w-full">
              Import {clientsIn(clients)}
            </Button>
          </Form>
        </>
      }
    />
  );
}

const shownNames = 20;

export function ConfirmUndo({ id, undo }: { id: string; undo: Awaited<ReturnType<typeof readUndo>> }) {
  const busy = useNavigation().formMethod === "POST";
  const { clients, keyDates, changed, changedKeyDates } = undo;
  return (
    <Dialog
      open
      onClose={() => document.getElementById("keep-import")?.click()}
      role="alertdialog"
      size="md"
      closeOnBackdrop={false}
      className="z-40 noscript:fixed noscript:inset-0"
      title="Undo this import?"
      description={
        <p>
          {clientsIn(clients)} and {datesIn(keyDates)} will be removed. You can’t undo this.
        </p>
      }
      footer={
        <>
          <ButtonLink
            id="keep-import"
            to={importPath(id)}
            replace
            preventScrollReset
            variant="outline"
            data-autofocus=""
          >
            Keep these clients
          </ButtonLink>
          <Form id="undo" className="max-sm:w-full" method="post" action={importPath(id)} replace data-keep="no">
            <input type="hidden" name="intent" value="undo" />
            <input type="hidden" name="confirmed" value="yes" />
            <Button type="submit" variant="danger" busy={busy} busyLabel="Starting…" className="max-sm:w-full">
              Undo the import
            </Button>
          </Form>
        </>
      }
    >
      {changed.length > 0 ? (
        <div>
          <p className="font-semibold">
            {changed.length === 1 ? "1 client was" : `${count(changed.length)} clients were`} changed since, and will
            stay:
          </p>
          <ul className="mt-1 list-disc pl-5 text-stone">
            {changed.slice(0, shownNames).map((client) => (
              <li key={client.id} className="[overflow-wrap:anywhere]">
                <bdi>{client.name}</bdi>
              </li>
            ))}
          </ul>
          {changed.length > shownNames ? (
            <p className="text-stone">And {count(changed.length - shownNames)} more.</p>
          ) : null}
          <Checkbox
            id="all"
            name="all"
            value="yes"
            form="undo"
            label={`Remove ${changed.length === 1 ? "this client" : `these ${count(changed.length)} clients`} and ${datesIn(changedKeyDates)} too`}
          />
        </div>
      ) : null}
    </Dialog>
  );
}
