import { Form } from "react-router";
import { dateFormats, isDateFormat } from "~/clients/import/date-formats";
import { counted, formatCount } from "~/core/counted";
import { SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import type { ImportPage, readUndo } from "./read-import.server";
import { importPath } from "./texts";

type File = Extract<ImportPage["file"], { lines: number }>;

export function ConfirmImport({ page, found }: { page: ImportPage; found: NonNullable<File["found"]> }) {
  const file = page.file as File;
  const format = isDateFormat(file.dateFormat) ? file.dateFormat : "iso";
  const words = file.readings.find((reading) => reading.format === format)?.words;
  const clients = found.created + found.joined;
  return (
    <QuestionDialog
      title={`Import ${counted(clients, "client")}?`}
      description={
        <div className="grid gap-2">
          {file.first && words ? (
            <p>
              The first date, “{file.first.text}” in line {file.first.line}, is read as{" "}
              <strong className="text-ink">{words}</strong> ({dateFormats[format]}).
            </p>
          ) : null}
          {found.wrongLines > 0 ? <p>{counted(found.wrongLines, "line")} with errors will be left out.</p> : null}
          {found.skipped > 0 ? (
            <p>{counted(found.skipped, "line")} will be skipped, because they are already here.</p>
          ) : null}
          <p>
            {page.isReminded ? "These clients will be reminded by email." : "No client will get an email."} You can undo
            the import for 72 hours.
          </p>
        </div>
      }
      back={importPath(page.id)}
      backLabel="Don’t import yet"
      form={
        <Form method="post" action={importPath(page.id)} replace data-keep="no">
          <input type="hidden" name="intent" value="import" />
          <input type="hidden" name="seen" value={page.seen} />
          <input type="hidden" name="confirmed" value="yes" />
          <SubmitButton busyLabel="Starting…">Import {counted(clients, "client")}</SubmitButton>
        </Form>
      }
    />
  );
}

const shownNames = 20;

export function ConfirmUndo({ id, undo }: { id: string; undo: Awaited<ReturnType<typeof readUndo>> }) {
  const { clients, keyDates, changed, changedKeyDates } = undo;
  return (
    <QuestionDialog
      size="md"
      title="Undo this import?"
      description={
        <p>
          {counted(clients, "client")} and {counted(keyDates, "key date")} will be removed. You can’t undo this.
        </p>
      }
      back={importPath(id)}
      backLabel="Keep these clients"
      form={
        <Form id="undo" method="post" action={importPath(id)} replace data-keep="no">
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="confirmed" value="yes" />
          <SubmitButton variant="danger" busyLabel="Starting…">
            Undo the import
          </SubmitButton>
        </Form>
      }
    >
      {changed.length > 0 ? (
        <div>
          <p className="font-semibold">
            {changed.length === 1 ? "1 client was" : `${formatCount(changed.length)} clients were`} changed since, and
            will stay:
          </p>
          <ul className="mt-1 list-disc pl-5 text-stone">
            {changed.slice(0, shownNames).map((client) => (
              <li key={client.id} className="[overflow-wrap:anywhere]">
                <bdi>{client.name}</bdi>
              </li>
            ))}
          </ul>
          {changed.length > shownNames ? (
            <p className="text-stone">And {formatCount(changed.length - shownNames)} more.</p>
          ) : null}
          <Checkbox
            id="all"
            name="all"
            value="yes"
            form="undo"
            label={`Remove ${changed.length === 1 ? "this client" : `these ${formatCount(changed.length)} clients`} and ${counted(changedKeyDates, "key date")} too`}
          />
        </div>
      ) : null}
    </QuestionDialog>
  );
}
