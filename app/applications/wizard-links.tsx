import { Paperclip, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useSubmit } from "react-router";
import { AlertDialog } from "~/ui/alert-dialog";
import { classNames } from "~/ui/class-names";
import type { WizardData } from "./wizard-data.server";

type WizardLinksProps = { data: WizardData; form: string; onDocuments: () => void };

/** Beside the steps: the documents, which are no step, and the way out for good. */
export function WizardLinks({ data, form, onDocuments }: WizardLinksProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = useSubmit();
  const address = `/apply/${data.id}/delete`;
  const row = "flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left leading-tight hover:bg-dune/60";
  const mark = "grid size-7 shrink-0 place-items-center";
  return (
    <div className="mt-2 grid gap-0.5 border-t border-dune pt-2">
      <DocumentsButton form={form} onDocuments={onDocuments} className={row}>
        <span className={mark}>
          <Paperclip aria-hidden className="size-4.5 text-sea-ink" />
        </span>
        Documents
      </DocumentsButton>
      <Link
        to={address}
        onClick={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
        className={classNames(row, "text-stone hover:text-error")}
      >
        <span className={mark}>
          <Trash2 aria-hidden className="size-4.5" />
        </span>
        Delete this draft
      </Link>
      <AlertDialog
        open={asking}
        danger
        busy={busy}
        title="Delete this draft?"
        description={`Everything that you entered and uploaded for application ${data.number} is deleted for good, on every device. This cannot be taken back.`}
        confirmLabel="Delete my draft"
        cancelLabel="Keep it"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setBusy(true);
          void submit(null, { method: "post", action: address });
        }}
      />
    </div>
  );
}

type DocumentsButtonProps = { form: string; onDocuments: () => void; className?: string; children: ReactNode };

/** Leads to the documents, saving what was typed on the way, with script and without. */
export function DocumentsButton({ form, onDocuments, className, children }: DocumentsButtonProps) {
  return (
    <button
      type="submit"
      form={form}
      name="intent"
      value="documents"
      formNoValidate
      onClick={(event) => {
        event.preventDefault();
        onDocuments();
      }}
      className={
        className ??
        "min-h-8 rounded-xs font-semibold text-sea-ink underline decoration-1 underline-offset-4 hover:decoration-2"
      }
    >
      {children}
    </button>
  );
}
