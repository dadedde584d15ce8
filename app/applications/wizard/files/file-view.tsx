import { RotateCw, UploadCloud } from "lucide-react";
import { useRef, useState } from "react";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { makeCleanCopy } from "~/documents/file-rules";
import { HintList } from "~/documents/hints/hint-list";
import { readyFile } from "~/documents/ready-file";
import type { Answers, FileField } from "~/form-engine/definition";
import { isRequired } from "~/form-engine/relevance";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FileInput, FileRow } from "~/ui/forms/file-input";
import { RenewalHint } from "../renewal-mark";
import type { Attached, Files } from "./file-client";
import { acceptOf, fieldOfService, limitsOf, rulesOf } from "./file-limits";
import { BinButton, StoredPreview, UploadingRow } from "./file-pieces";

type State =
  | { kind: "idle" }
  | { kind: "uploading"; name: string; bytes: number; part: number }
  | ({ kind: "uploaded"; removing?: boolean; message?: string; note?: string } & Attached)
  | { kind: "failed"; message: string; again?: () => void };

type FileViewProps = {
  field: FileField;
  id: string;
  stored: Answers;
  answers: Answers;
  /** A renewal asks for a new file. */
  isAnew: boolean;
  error: string | undefined;
  files: Files;
};

const spoken = { idle: "", uploading: "Uploading…", failed: "" };

/** A question answered by a file. With JavaScript it is sent once it is chosen, without it on a page of its own. */
export function FileView({ field: declared, id, stored, answers, isAnew, error, files }: FileViewProps) {
  const field = fieldOfService(declared, files.formats, files.statements);
  const [state, setState] = useState<State>(() => storedState(field, stored, files));
  // Empties the file input, so that the same file can be chosen again.
  const [round, setRound] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  const required = isRequired(field, answers);
  const rules = rulesOf(field);

  async function uploadFile(chosen: File, attempt = newIdempotencyKey()) {
    setRound((before) => before + 1);
    setState({ kind: "uploading", name: chosen.name, bytes: chosen.size, part: 0 });
    const ready = await readyFile(chosen, rules);
    if ("problem" in ready) {
      setState({ kind: "failed", message: ready.message });
      container.current?.focus({ preventScroll: true });
      return;
    }
    const { file, note } = ready;
    const sending = { kind: "uploading", name: file.name, bytes: file.size } as const;
    setState({ ...sending, part: 0 });
    const result = await files.attach(field.name, file, attempt, (part) => setState({ ...sending, part }));
    if ("url" in result) setState({ kind: "uploaded", ...result, ...(note ? { note } : {}) });
    else
      setState({
        kind: "failed",
        message: result.message,
        ...(result.again ? { again: () => void uploadFile(chosen, attempt) } : {}),
      });
    // The focused element was removed together with the previous state.
    container.current?.focus({ preventScroll: true });
  }

  async function remove(file: Attached) {
    setState({ kind: "uploaded", removing: true, ...file });
    const failed = await files.detach(field.name);
    setState(failed ? { kind: "uploaded", ...file, message: failed.message } : { kind: "idle" });
    container.current?.focus({ preventScroll: true });
  }

  async function keepHint(file: Attached) {
    const failed = await files.keepHint(file);
    setState({ kind: "uploaded", ...file, ...(failed ? { message: failed.message } : { hints: [] }) });
    container.current?.focus({ preventScroll: true });
  }

  const message = state.kind === "failed" ? state.message : state.kind === "idle" ? error : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the label.
    <div id={id} ref={container} role="group" aria-label={field.label} tabIndex={-1} className="scroll-mt-28">
      <Field
        id={`${id}-file`}
        label={field.label}
        hint={isAnew ? <RenewalHint>{field.hint}</RenewalHint> : field.hint}
        error={message}
        required={required}
        mark={required ? undefined : "optional"}
      >
        {state.kind === "uploading" ? (
          <ul aria-label={field.label}>
            <UploadingRow name={state.name} bytes={state.bytes} part={state.part} />
          </ul>
        ) : state.kind === "uploaded" ? (
          <ul aria-label={field.label}>
            <UploadedRow field={field.name} state={state} onRemove={remove} onKeep={keepHint} />
          </ul>
        ) : (
          <>
            <FileInput
              key={round}
              className="needs-script"
              accept={acceptOf(field)}
              limits={limitsOf(field)}
              onFilesChange={([file]) => file && void uploadFile(file)}
            />
            <UploadButton field={field} />
            {state.kind === "failed" && state.again ? (
              <Button
                variant="outline"
                size="sm"
                className="mt-3"
                before={<RotateCw aria-hidden />}
                onClick={state.again}
              >
                Try again
              </Button>
            ) : null}
          </>
        )}
      </Field>
      <span role="status" className="sr-only">
        {state.kind === "uploaded" ? ["Uploaded", ...state.hints].join(". ") : spoken[state.kind]}
      </span>
      {state.kind === "failed" ? (
        <span role="alert" className="sr-only">
          {state.message}
        </span>
      ) : null}
    </div>
  );
}

type UploadedRowProps = {
  field: string;
  state: Extract<State, { kind: "uploaded" }>;
  onRemove: (file: Attached) => void;
  onKeep: (file: Attached) => void;
};

function UploadedRow({ field, state, onRemove, onKeep }: UploadedRowProps) {
  const { url, name, hints, removing, message, note } = state;
  const button = (intent: string, act: (file: Attached) => void) => ({
    ...{ name: "intent", value: `${intent}:${field}`, formNoValidate: true, disabled: removing },
    onClick(event: { preventDefault: () => void }) {
      event.preventDefault();
      act({ url, name, hints });
    },
  });
  return (
    <FileRow
      name={name}
      href={url}
      detail={removing ? "Removing…" : ["Uploaded", note].filter(Boolean).join(" · ")}
      problem={message}
      preview={<StoredPreview url={url} name={name} />}
      action={<BinButton type="submit" {...button("detach", onRemove)} label={`Remove ${name}`} />}
    >
      {hints.length > 0 ? (
        <HintList hints={hints} name={name} keep={button("keep-hint", onKeep)} remove={button("detach", onRemove)} />
      ) : null}
    </FileRow>
  );
}

/** Without JavaScript: saves the step and redirects to the page that takes the file. */
function UploadButton({ field }: { field: FileField }) {
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-2 noscript:flex">
      <Button
        type="submit"
        name="intent"
        value={`upload:${field.name}`}
        formNoValidate
        variant="outline"
        before={<UploadCloud aria-hidden />}
        aria-label={`Upload: ${field.label}`}
      >
        Upload a file
      </Button>
      <span className="text-sm text-stone">{limitsOf(field)}</span>
    </div>
  );
}

function storedState(field: FileField, stored: Answers, { removed, hints }: Files): State {
  const [url, name] = [stored[field.name], stored[field.filename]];
  if (typeof url !== "string") return { kind: "idle" };
  // Another file can be chosen at once.
  if (removed.includes(url))
    return {
      kind: "failed",
      message: `We found a virus in ${name ?? "your file"} and removed it. Your other files are fine. ${makeCleanCopy}`,
    };
  return { kind: "uploaded", url, name: String(name ?? "Your file"), hints: hints[url] ?? [] };
}
