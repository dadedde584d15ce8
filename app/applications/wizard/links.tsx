import { MonitorSmartphone, Paperclip, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFetcher } from "react-router";
import { classNames } from "~/ui/class-names";
import { AlertDialog } from "~/ui/notices/alert-dialog";
import { MessageBanner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import type { WizardData } from "./data.server";

type WizardLinksProps = { data: WizardData; form: string; onLeave: (to: Leaving) => void };

export function WizardLinks({ data, form, onLeave }: WizardLinksProps) {
  const [confirming, setConfirming] = useState(false);
  // A fetcher, so that a failed request leaves the page and its input in place.
  const deletion = useFetcher<{ message: string }>();
  const isIdle = deletion.state === "idle";
  const path = `/apply/${data.id}/delete`;
  const row = "flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left leading-tight hover:bg-dune/60";
  const iconClass = "grid size-7 shrink-0 place-items-center";
  return (
    <div className="mt-2 grid gap-0.5 border-t border-dune pt-2">
      <LeavingButton form={form} to="documents" onLeave={onLeave} className={row}>
        <span className={iconClass}>
          <Paperclip aria-hidden className="size-4.5 text-sea-ink" />
        </span>
        Documents
      </LeavingButton>
      <LeavingButton form={form} to="browsers" onLeave={onLeave} className={classNames(row, "text-stone")}>
        <span className={iconClass}>
          <MonitorSmartphone aria-hidden className="size-4.5" />
        </span>
        Who can open this application
      </LeavingButton>
      <PageLink
        to={path}
        onClick={(event) => {
          event.preventDefault();
          setConfirming(true);
        }}
        className={classNames(row, "text-stone hover:text-error")}
      >
        <span className={iconClass}>
          <Trash2 aria-hidden className="size-4.5" />
        </span>
        Delete this draft
      </PageLink>
      <AlertDialog
        open={confirming}
        danger
        busy={!isIdle}
        title="Delete this draft?"
        description={`Everything you entered and uploaded for application ${data.number} will be permanently deleted, on every device. You can’t undo this.`}
        confirmLabel="Delete my draft"
        cancelLabel="Keep draft"
        onCancel={() => setConfirming(false)}
        onConfirm={() => void deletion.submit(null, { method: "post", action: path })}
      >
        <MessageBanner message={isIdle && deletion.data ? deletion.data.message : null} />
      </AlertDialog>
    </div>
  );
}

type Leaving = "documents" | "browsers" | "agreement";
type LeavingButtonProps<To extends Leaving> = {
  form: string;
  to: To;
  onLeave: (to: To) => void;
  className?: string;
  children: ReactNode;
};

export function LeavingButton<To extends Leaving>({ form, to, onLeave, className, children }: LeavingButtonProps<To>) {
  return (
    <SendingButton form={form} intent={to} onGo={() => onLeave(to)} className={className ?? textLook}>
      {children}
    </SendingButton>
  );
}

type SendingButtonProps = {
  form: string;
  intent: string;
  onGo: (intent: string) => void;
  className?: string;
  children: ReactNode;
};

const textLook = "text-button";

/** Looks like a link, but saves the step first. */
export const TextButton = ({ className, ...button }: SendingButtonProps) => (
  <SendingButton {...button} className={classNames(textLook, className)} />
);

function SendingButton({ form, intent, onGo, className, children }: SendingButtonProps) {
  return (
    <button
      type="submit"
      form={form}
      name="intent"
      value={intent}
      formNoValidate
      onClick={(event) => {
        event.preventDefault();
        onGo(intent);
      }}
      className={className}
    >
      {children}
    </button>
  );
}
