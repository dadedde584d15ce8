import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Dialog } from "~/ui/notices/dialog";
import { type NoticeTone, noticeTones } from "~/ui/notices/tone";

export type NoticeModalProps = {
  open: boolean;
  type: NoticeTone;
  title: string;
  message: ReactNode;
  onClose: () => void;
  okLabel?: string | undefined;
  /** What to do next, before the close button; the dialog then opens at its headline, with no button focused. */
  action?: ReactNode;
};

/** The close button, OK, Escape and the backdrop all close it. */
export function NoticeModal({ open, type, title, message, onClose, okLabel = "OK", action }: NoticeModalProps) {
  // Content other than a text scrolls below the title, with the buttons visible.
  const isLong = typeof message !== "string";
  const { icon: Icon, ink, ground } = noticeTones[type];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={title}
      description={isLong ? undefined : message}
      role={type === "error" ? "alertdialog" : "dialog"}
      icon={
        <span className={classNames("mt-0.5 grid size-10 shrink-0 place-items-center rounded-full", ground, ink)}>
          <Icon aria-hidden className="size-5.5" />
        </span>
      }
      footer={
        <>
          {action}
          <Button onClick={onClose} {...(action ? { variant: "outline" } : { "data-autofocus": "" })}>
            {okLabel}
          </Button>
        </>
      }
    >
      {isLong ? <div className="text-stone">{message}</div> : null}
    </Dialog>
  );
}
