import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";

export type AlertDialogProps = {
  open: boolean;
  title: ReactNode;
  /** What will happen, in plain words. */
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Red confirm button, for what can't be undone. */
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  /** More content before the buttons. */
  children?: ReactNode;
};

/** Asks for a confirmation. Cancel has the focus, and only a button answers. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, title, description, confirmLabel, cancelLabel = "Cancel", danger, busy, onConfirm, onCancel } = props;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="outline" onClick={onCancel} data-autofocus="">
            {cancelLabel}
          </Button>
          <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
