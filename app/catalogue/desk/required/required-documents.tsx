import { Plus } from "lucide-react";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/forms/field";
import type { FieldProblem } from "../service-form";
import { DocumentRowView } from "./document-row";
import { addId, changeRows, mostDocuments, rowsMarker, rowsOf, textOfRows } from "./document-rows";

type RequiredDocumentsProps = {
  label: string;
  hint: string;
  value: string;
  problems: readonly FieldProblem[];
  files: Readonly<Record<string, number>>;
  asking: string | undefined;
  onChange: (text: string) => void;
  onFile: () => void;
};

/**
 * The documents that a service requires, as rows. Its buttons submit the form, which comes back with changed rows; with
 * JavaScript they change the rows in place, keep the focus and announce what they did.
 */
export function RequiredDocuments(props: RequiredDocumentsProps) {
  const { label, hint, value, problems, files, onChange, onFile } = props;
  const rows = rowsOf(value);
  const [asking, setAsking] = useState(props.asking);
  const [message, setMessage] = useState("");
  const [full, setFull] = useState<string>();
  const focus = useRef<string>(null);
  useLayoutEffect(() => {
    if (focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  });

  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    const change = changeRows(rows, event.currentTarget.value, files);
    focus.current = change.focus;
    setAsking(change.asking);
    setFull(change.problem);
    setMessage(change.announcement);
    onChange(textOfRows(change.rows));
  }

  const ofList = full ?? problems.find(({ row }) => row === undefined)?.message;
  return (
    <section aria-labelledby="requirements" className="min-w-0">
      <input type="hidden" {...rowsMarker} />
      <h3 id="requirements" tabIndex={-1} className="font-sans text-base font-semibold tracking-normal">
        {label}
      </h3>
      <p className="text-stone">{hint}</p>
      {rows.length === 0 ? <p className="mt-3 text-stone">None yet.</p> : null}
      <ol className="mt-3 grid gap-3">
        {rows.map((row, index) => (
          <DocumentRowView
            key={row.key}
            row={row}
            index={index}
            last={rows.length - 1}
            problems={problems.filter((problem) => problem.row === row.key)}
            files={files[row.key] ?? 0}
            asking={asking === row.key}
            onPress={press}
            onFile={onFile}
            onChange={(changed) => onChange(textOfRows(rows.with(index, { ...row, ...changed })))}
          />
        ))}
      </ol>
      {ofList ? <FieldError id="requirements">{ofList}</FieldError> : null}
      <Button
        id={addId}
        type="submit"
        name="rows"
        value="add"
        formAction={`#${addId}`}
        variant="outline"
        size="sm"
        before={<Plus aria-hidden />}
        onClick={press}
        className="mt-3"
      >
        Add a document
      </Button>
      <p className="mt-1.5 text-xs text-stone">
        {rows.length} of at most {mostDocuments}
      </p>
      <p role="status" className="sr-only">
        {message}
      </p>
    </section>
  );
}
