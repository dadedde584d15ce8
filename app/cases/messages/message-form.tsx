import { FileText, Paperclip, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { acceptOf, defaultRules, formatFileRules } from "~/documents/file-rules";
import { readyFile } from "~/documents/ready-file";
import { describeScan } from "~/documents/scan-state";
import { Button } from "~/ui/button";
import { Fold } from "~/ui/fold";
import { Field } from "~/ui/forms/field";
import { FileInput, FileRow } from "~/ui/forms/file-input";
import { Textarea } from "~/ui/forms/input";
import { OverLimit } from "~/ui/forms/over-limit";
import type { DraftFile } from "./drafts.server";
import type { Unsent } from "./message-form.server";
import { longestMessage, mostFiles } from "./message-limits";
import { useMessage } from "./use-message";

type MessageFormProps = {
  action: string;
  form: { attempt: string; drafts: DraftFile[] };
  /** The form as it was refused without a script. */
  unsent?: Unsent | undefined;
  side: "applicant" | "office";
  /** Checked before each message that the script sends; false stops it. */
  waits?: () => Promise<boolean>;
  /** Further content of the form; `textId` is the id of the text field. */
  more?: (textId: string) => ReactNode;
};

const textId = "case-message";
const labels = { applicant: "Your message", office: "New message" };
const limits = `${formatFileRules(defaultRules)} each, ${mostFiles} at most`;

/** The form of a message; a refused one keeps its text and accepted files. */
export function MessageForm({ action, form, unsent, side, waits, more }: MessageFormProps) {
  const sent = useMessage(action, form.attempt, unsent, waits);
  const size = side === "office" ? "sm" : "md";
  return (
    <form
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      onSubmit={sent.send}
      className="no-print mt-5 grid gap-5"
    >
      <input type="hidden" name="attempt" value={sent.attempt} />
      {/* Enter activates a form's first submit button, so make that the one that sends. */}
      <button type="submit" name="intent" value="send" hidden tabIndex={-1} aria-hidden="true" />
      <Text
        key={`text ${sent.round}`}
        label={labels[side]}
        size={size}
        text={sent.round === 0 ? (unsent?.text ?? "") : ""}
        problem={sent.problems.text}
      />
      {more?.(textId)}
      <Files
        round={sent.tries}
        problems={sent.problems.files}
        drafts={sent.drafts ?? form.drafts}
        size={size}
        isFolded={side === "applicant"}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          type="submit"
          name="intent"
          value="send"
          size={size}
          busy={sent.busy}
          busyLabel="Sending…"
          className={side === "applicant" ? "max-sm:w-full" : undefined}
        >
          Send message
        </Button>
        <p role="status" className="font-medium text-success">
          {sent.status}
        </p>
      </div>
    </form>
  );
}

type TextProps = { label: string; size: "sm" | "md"; text: string; problem: string | undefined };

function Text({ label, size, text: first, problem }: TextProps) {
  const [text, setText] = useState(first);
  return (
    <Field id={textId} label={label} size={size} error={problem}>
      {(control) => (
        <>
          <Textarea
            {...control}
            name="text"
            size={size}
            rows={4}
            dir="auto"
            defaultValue={first}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <OverLimit id={textId} text={text} limit={longestMessage} />
        </>
      )}
    </Field>
  );
}

type FilesProps = {
  round: number;
  problems: string[];
  drafts: DraftFile[];
  size: "sm" | "md";
  /** Most messages of applicants are words alone. */
  isFolded: boolean;
};

/** The file input, and the unsent files. */
function Files({ round, problems, drafts, size, isFolded }: FilesProps) {
  const error = problems.length > 0 ? problems.map((problem) => <Line key={problem}>{problem}</Line>) : undefined;
  const [startsOpen] = useState(drafts.length > 0);
  const files = (
    <div className="grid gap-3">
      {drafts.length > 0 ? (
        <ul aria-label="Attached files" className="grid gap-2">
          {drafts.map((draft) => (
            <DraftRow key={draft.id} draft={draft} />
          ))}
        </ul>
      ) : null}
      <Field id="case-message-files" label="Files" mark="optional" size={size} error={error}>
        <FileInput
          key={round}
          name="file"
          multiple
          accept={acceptOf(defaultRules)}
          limits={limits}
          ready={(file) => readyFile(file, defaultRules)}
        />
      </Field>
    </div>
  );
  if (!isFolded) return files;
  return (
    <Fold
      title={
        <span className="flex items-center gap-2 font-medium">
          <Paperclip aria-hidden className="size-4.5 text-sea-ink" /> Add files
        </span>
      }
      open={startsOpen || problems.length > 0}
      className="-my-2"
    >
      {files}
    </Fold>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <span className="block [overflow-wrap:anywhere]">{children}</span>
);

function DraftRow({ draft: { id, name, bytes, scan } }: { draft: DraftFile }) {
  const { detail, problem } = describeScan(scan);
  return (
    <FileRow
      name={name}
      bytes={bytes}
      preview={<FileText aria-hidden className="size-5 text-sea-ink" />}
      detail={detail}
      problem={problem}
      action={
        <>
          <input type="hidden" name="draft" value={id} />
          <button
            type="submit"
            name="remove"
            value={id}
            data-hint="Remove"
            className="grid size-11 shrink-0 place-items-center rounded-md text-stone hover:bg-error-ground hover:text-error"
          >
            <Trash2 aria-hidden className="size-4.5" />
            <span className="sr-only">Remove {name}</span>
          </button>
        </>
      }
    />
  );
}
