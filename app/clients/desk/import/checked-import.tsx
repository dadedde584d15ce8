import { Form } from "react-router";
import { basisLabels } from "~/clients/client";
import type { ImportProblems } from "~/clients/import/check-import.server";
import { dateFormats } from "~/clients/import/date-formats";
import { encodings, importFields, separators } from "~/clients/import/fields";
import { counted, formatCount } from "~/core/counted";
import { Button, ButtonLink, SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field, FieldError } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";
import { StatCard } from "~/ui/lists/stat-card";
import { Banner } from "~/ui/notices/banner";
import { LineList } from "./line-list";
import type { ImportPage } from "./read-import.server";
import { importPath } from "./texts";

/** What was sent, to show it again. */
export type Typed = {
  encoding: string;
  separator: string;
  dateFormat: string;
  basis: string;
  source: string;
  remind: boolean;
  columns: string[];
};

type CheckedProps = { page: ImportPage; problems: ImportProblems; typed: Typed | undefined };
type CheckedFile = Extract<ImportPage["file"], { lines: number }>;

const labels: Record<keyof ImportProblems, string> = {
  encoding: "Encoding",
  mapping: "Columns",
  dateFormat: "Dates",
  basis: "Legal basis",
  source: "Source",
};

/** How a file is read, and what importing it would do. */
export function CheckedImport({ page, problems, typed }: CheckedProps) {
  const { file } = page;
  if (!file || "problem" in file)
    return (
      <Banner tone="error" role="alert" title="This file can’t be imported" className="mt-5">
        {file?.problem}
      </Banner>
    );
  const errors = Object.entries(problems).map(([id, message]) => ({
    id,
    message: `${labels[id as keyof ImportProblems]}: ${message}`,
  }));
  return (
    <>
      <ErrorSummary title="Please fix the highlighted fields." errors={errors} />
      {file.found && !typed ? <Found id={page.id} found={file.found} /> : null}
      <Settings page={page} file={file} problems={problems} typed={typed} />
    </>
  );
}

type FoundProps = { id: string; found: NonNullable<CheckedFile["found"]> };

function Found({ id, found }: FoundProps) {
  const { created, joined, skipped, wrongLines, errors, errorCount } = found;
  const clients = created + joined;
  return (
    <section aria-labelledby="result" className="mt-6 scroll-mt-24">
      <h2 id="result" tabIndex={-1} className="text-xl">
        What would happen
      </h2>
      <p className="mt-1 text-stone">Nothing has been saved yet.</p>
      <div className="mt-3 grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4">
        <StatCard label="New people" value={formatCount(created)} detail="Clients nobody here knows yet" />
        <StatCard label="Known people" value={formatCount(joined)} detail="Added to people already here" />
        <StatCard label="Skipped" value={formatCount(skipped)} detail="Already here" />
        <StatCard
          label="Lines with errors"
          value={<span className={wrongLines > 0 ? "text-error" : ""}>{formatCount(wrongLines)}</span>}
          detail="Left out"
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {clients > 0 ? (
          <ButtonLink to={`${importPath(id)}?confirm=import`} preventScrollReset className="max-sm:w-full">
            Import {counted(clients, "client")}
          </ButtonLink>
        ) : (
          <p className="font-semibold">There is nothing to import in this file.</p>
        )}
      </div>
      {errorCount > 0 ? (
        <div className="mt-5 rounded-xl border border-line bg-white px-4 py-4 sm:px-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h3 className="text-base font-semibold">{counted(wrongLines, "line")} with errors</h3>
            <form method="post" action={`${importPath(id)}/errors.csv`} data-fresh="" data-keep="no">
              <Button type="submit" variant="outline" size="sm">
                Download these lines
              </Button>
            </form>
          </div>
          <LineList
            lines={errors.map(({ line, column, message }) => ({
              line,
              text: (
                <>
                  <span dir="auto">{message}</span>
                  {column ? <span className="text-stone"> ({column})</span> : null}
                </>
              ),
            }))}
          />
          {errorCount > errors.length ? (
            <p className="mt-3 text-stone">
              And {formatCount(errorCount - errors.length)} more. All are in the download.
            </p>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

const options = (labelsOf: Readonly<Record<string, string>>) =>
  Object.entries(labelsOf).map(([value, label]) => ({ value, label }));
const fieldOptions = [{ value: "", label: "Leave out" }, ...options(importFields)];

function Settings({ page, file, problems, typed }: CheckedProps & { file: CheckedFile }) {
  // With another separator the file has other columns than the form that was sent.
  const sent = typed?.columns.length === file.columns.length ? typed.columns : [];
  return (
    <Form method="post" noValidate className="mt-7 grid gap-8">
      <section aria-labelledby="reading">
        <h2 id="reading" className="text-xl">
          How the file is read
        </h2>
        <p className="mt-1 text-stone">
          {counted(file.lines, "line")}, {file.columns.length} columns. Change these only if names look wrong below.
        </p>
        <div className="mt-3 grid max-w-xl gap-4 sm:grid-cols-2 sm:items-end">
          <Field id="encoding" label="Encoding" error={problems.encoding} size="sm">
            <Select
              name="encoding"
              size="sm"
              options={options(encodings)}
              defaultValue={typed?.encoding ?? file.encoding}
            />
          </Field>
          <Field id="separator" label="Columns are separated by" size="sm">
            <Select
              name="separator"
              size="sm"
              options={options(separators)}
              defaultValue={typed?.separator ?? file.separator}
            />
          </Field>
        </div>
      </section>
      <section aria-labelledby="columns">
        <h2 id="columns" className="text-xl">
          Columns
        </h2>
        <p className="mt-1 text-stone">
          Your choice is remembered for the next import. What you leave out isn’t saved.
        </p>
        {problems.mapping ? <FieldError id="mapping">{problems.mapping}</FieldError> : null}
        <ul
          id="mapping"
          tabIndex={-1}
          className="mt-3 grid gap-px overflow-hidden rounded-xl border border-line bg-line"
        >
          {file.columns.map(({ head, field, examples }, index) => (
            <li
              key={head}
              className="grid items-center gap-x-5 gap-y-2 bg-white px-4 py-3 sm:grid-cols-[minmax(0,1fr)_16rem]"
            >
              <label htmlFor={`column-${index}`} className="min-w-0">
                <bdi className="font-semibold [overflow-wrap:anywhere]">{head}</bdi>
                <span className="block truncate text-sm text-stone" dir="auto">
                  {examples.join(", ") || "Empty"}
                </span>
              </label>
              <Select
                id={`column-${index}`}
                name="column"
                size="sm"
                options={fieldOptions}
                defaultValue={sent[index] ?? field ?? ""}
              />
            </li>
          ))}
        </ul>
      </section>
      <RadioGroup
        id="dateFormat"
        name="dateFormat"
        legend={<span className="text-xl font-display">Dates</span>}
        hint={
          file.first
            ? `The first date, in line ${file.first.line}, is “${file.first.text}”. Choose how to read it. Every other spelling is an error.`
            : "Choose how the dates of this file are written. Every other spelling is an error."
        }
        error={problems.dateFormat}
        required
        columns={2}
        defaultValue={typed?.dateFormat ?? file.dateFormat ?? undefined}
        options={file.readings.map(({ format, words }) => ({
          value: format,
          label: dateFormats[format],
          hint: file.first
            ? words
              ? `The first date is ${words}`
              : "The first date can’t be read this way"
            : undefined,
        }))}
      />
      <section aria-labelledby="right" className="grid gap-5">
        <h2 id="right" className="text-xl">
          Where the data come from
        </h2>
        <div className="grid max-w-3xl gap-5 sm:grid-cols-2 sm:items-start">
          <Field id="basis" label="Legal basis" error={problems.basis} required size="sm">
            <Select
              name="basis"
              size="sm"
              placeholder="Choose one"
              options={options(basisLabels)}
              defaultValue={typed?.basis ?? file.basis ?? ""}
            />
          </Field>
          <Field id="source" label="Source" error={problems.source} required size="sm">
            <Input
              name="source"
              size="sm"
              maxLength={200}
              autoComplete="off"
              placeholder="Our client list of 2025"
              defaultValue={typed?.source ?? page.source}
            />
          </Field>
        </div>
        <Checkbox
          id="remind"
          name="remind"
          value="yes"
          defaultChecked={typed?.remind ?? page.isReminded}
          label="Remind these clients by email"
          hint="Before their visas and permits end, from 72 hours after the import on. Each email can be stopped with one click."
        />
      </section>
      <div>
        <SubmitButton
          intent="check"
          busyLabel="Checking…"
          {...(file.found ? { variant: "outline" as const } : {})}
          className="max-sm:w-full"
        >
          {file.found ? "Check again" : "Check the file"}
        </SubmitButton>
      </div>
    </Form>
  );
}
