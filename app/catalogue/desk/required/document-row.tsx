import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { documentFormats } from "~/db/schema/values";
import { acceptOf, formatFileRules } from "~/documents/file-rules";
import { readyFile } from "~/documents/ready-file";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field, FieldError } from "~/ui/forms/field";
import { FileInput, FileRow } from "~/ui/forms/file-input";
import { Input, Textarea } from "~/ui/forms/input";
import type { FieldProblem } from "../service-form";
import { DateRuleField } from "./date-rule-field";
import { DocumentPurposeField } from "./document-purpose";
import { type DocumentRow, describeAffectedFiles, inputName, rowId } from "./document-rows";
import { PhotoRuleField } from "./photo-rule-field";
import { sampleRules } from "./sample-rules";

type Press = (event: MouseEvent<HTMLButtonElement>) => void;
type DocumentRowProps = {
  row: DocumentRow;
  index: number;
  last: number;
  problems: readonly FieldProblem[];
  files: number;
  asking: boolean;
  onPress: Press;
  onFile: () => void;
  onChange: (changed: Partial<DocumentRow>) => void;
};

/** A required document: its name, what it must show, whether it is required, its formats and its sample. */
export function DocumentRowView(props: DocumentRowProps) {
  const { row, index, last, problems, onPress, onChange } = props;
  const id = (part: string) => rowId(row.key, part);
  const name = (part: string) => inputName(index, part);
  const problem = (part: string) => problems.find((problem) => problem.part === part)?.message;
  const called = row.name.trim() || `document ${index + 1}`;
  const tool = { row: row.key, called, onPress };
  return (
    <li id={id("row")} className="min-w-0 scroll-mt-4 rounded-lg border border-line bg-mist/50 p-3 sm:p-4">
      <input type="hidden" name={name("key")} value={row.key} />
      <div className="flex items-center gap-1">
        <p className="mr-auto font-mono text-xs text-gold-ink">{index + 1}</p>
        <Tool act="up" label="Move up" disabled={index === 0} {...tool}>
          <ArrowUp aria-hidden />
        </Tool>
        <Tool act="down" label="Move down" disabled={index === last} {...tool}>
          <ArrowDown aria-hidden />
        </Tool>
        <Tool act="remove" label="Remove" {...tool}>
          <Trash2 aria-hidden />
        </Tool>
      </div>
      {props.asking ? <Removal {...props} called={called} /> : null}
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid items-end gap-x-5 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field id={id("name")} label="Name" size="sm" error={problem("name")} required>
            <Input
              size="sm"
              name={name("name")}
              value={row.name}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
          </Field>
          <Checkbox
            id={id("required")}
            size="sm"
            className="sm:pb-1.5"
            name={name("required")}
            value="yes"
            label="Required"
            checked={row.isRequired}
            onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
          />
        </div>
        <Field
          id={id("description")}
          label="What it must show"
          size="sm"
          error={problem("description")}
          mark="optional"
        >
          <Textarea
            size="sm"
            rows={2}
            className="min-h-10! py-2!"
            name={name("description")}
            value={row.description}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
          />
        </Field>
        <DateRuleField id={id} name={name} value={row} error={problem("dateAmount")} onChange={onChange} />
        <DocumentPurposeField
          id={id("purpose")}
          name={name("purpose")}
          purpose={row.purpose}
          error={problem("purpose")}
          onChange={(purpose) => onChange({ purpose })}
        />
        <PhotoRuleField
          id={id}
          name={name}
          value={row}
          isPhoto={row.purpose === "photo"}
          errorOf={problem}
          onChange={onChange}
        />
        <Formats {...props} error={problem("formats")} />
        <Checkbox
          id={id("anew")}
          size="sm"
          name={name("anew")}
          value="yes"
          label="Ask for a new one at each renewal"
          checked={row.isRenewedAnew}
          onChange={(event) => onChange({ isRenewedAnew: event.currentTarget.checked })}
        />
        <Sample {...props} called={called} error={problem("file") ?? problem("sample")} />
      </div>
    </li>
  );
}

type ToolProps = {
  act: "up" | "down" | "remove";
  label: string;
  row: string;
  called: string;
  disabled?: boolean;
  onPress: Press;
  children: ReactNode;
};

function Tool({ act, label, row, called, disabled, onPress, children }: ToolProps) {
  return (
    <button
      type="submit"
      id={rowId(row, act)}
      name="rows"
      value={`${act} ${row}`}
      formAction={`#${rowId(row, "row")}`}
      data-hint={label}
      aria-label={`${label}: ${called}`}
      disabled={disabled}
      onClick={onPress}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2.5 text-xs font-semibold text-stone hover:bg-foam hover:text-ink disabled:opacity-40 [&_svg]:size-4"
    >
      {children}
      <span className="max-sm:hidden">{label}</span>
    </button>
  );
}

/** Confirms the removal of a document for which there are files. */
function Removal({ row, files, called, onPress }: DocumentRowProps & { called: string }) {
  const button = (act: string, children: string) => (
    <Button
      id={rowId(row.key, act)}
      type="submit"
      name="rows"
      value={`${act} ${row.key}`}
      formAction={`#${rowId(row.key, "row")}`}
      size="sm"
      variant="outline"
      onClick={onPress}
    >
      {children}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be named by a legend alone.
    <div
      role="group"
      aria-labelledby={rowId(row.key, "asked")}
      className="mt-2 rounded-md border border-line bg-white p-3"
    >
      <p id={rowId(row.key, "asked")} className="font-semibold">
        Remove {called}? {describeAffectedFiles(files)}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {button("remove-anyway", "Remove it")}
        {button("keep", "Keep it on the list")}
      </div>
    </div>
  );
}

function Formats({ row, index, onChange, error }: DocumentRowProps & { error: string | undefined }) {
  return (
    <fieldset
      id={rowId(row.key, "formats")}
      aria-describedby={error ? `${rowId(row.key, "formats")}-error` : undefined}
      tabIndex={-1}
      className="min-w-0"
    >
      <legend className="text-sm font-semibold text-ink">Formats</legend>
      {error ? <FieldError id={rowId(row.key, "formats")}>{error}</FieldError> : null}
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {documentFormats.map((format) => (
          <Checkbox
            key={format}
            id={rowId(row.key, format)}
            size="sm"
            name={inputName(index, format)}
            value="yes"
            label={format.toUpperCase()}
            checked={row.formats.includes(format)}
            onChange={(event) => {
              const isChecked = event.currentTarget.checked;
              onChange({
                formats: documentFormats.filter((one) => (one === format ? isChecked : row.formats.includes(one))),
              });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

type SampleProps = DocumentRowProps & { called: string; error: string | undefined };

/** The stored sample, and an input for a new one: uploaded with the next submission, whichever button it is. */
function Sample({ row, index, called, error, onPress, onFile }: SampleProps) {
  const { sample } = row;
  return (
    <div className="grid gap-2">
      {sample ? (
        <>
          <input type="hidden" name={inputName(index, "sample")} value={sample.id} />
          <input type="hidden" name={inputName(index, "sampleName")} value={sample.name} />
          <ul aria-label={`Sample: ${called}`}>
            <FileRow
              name={sample.name}
              href={`/documents/${sample.id}`}
              detail="Sample"
              action={
                <button
                  type="submit"
                  name="rows"
                  value={`drop-sample ${row.key}`}
                  formAction={`#${rowId(row.key, "row")}`}
                  onClick={onPress}
                  data-hint="Remove"
                  className="grid size-11 shrink-0 place-items-center rounded-md text-stone hover:bg-error-ground hover:text-error"
                >
                  <Trash2 aria-hidden className="size-4.5" />
                  <span className="sr-only">Remove the sample {sample.name}</span>
                </button>
              }
            />
          </ul>
        </>
      ) : null}
      <details open={error !== undefined || undefined}>
        <summary className="w-fit rounded-xs text-sm font-semibold text-sea-ink underline underline-offset-4">
          {sample ? "Choose another sample" : "Add a sample"}
          <span className="sr-only"> of {called}</span>
        </summary>
        <Field
          id={rowId(row.key, "file")}
          label="Sample"
          hint="Visitors and applicants can open it. Don’t include anyone’s personal data."
          size="sm"
          error={error}
          className="mt-2"
        >
          <FileInput
            key={sample?.id}
            name={inputName(index, "file")}
            accept={acceptOf(sampleRules)}
            limits={formatFileRules(sampleRules)}
            ready={(file) => readyFile(file, sampleRules)}
            onFilesChange={(chosen) => chosen.length > 0 && onFile()}
          />
        </Field>
      </details>
    </div>
  );
}
