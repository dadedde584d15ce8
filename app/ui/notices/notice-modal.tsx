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
  /** Stands beside the button that closes it, such as a way to somewhere else. */
  action?: ReactNode;
};

/** Says one thing and waits for "OK". The close button, OK, Escape and the backdrop all close it. */
export function NoticeModal({ open, type, title, message, onClose, okLabel = "OK", action }: NoticeModalProps) {
  const { icon: Icon, ink, ground } = noticeTones[type];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={title}
      description={message}
      role={type === "error" ? "alertdialog" : "dialog"}
      icon={
        <span className={classNames("mt-0.5 grid size-10 shrink-0 place-items-center rounded-full", ground, ink)}>
          <Icon aria-hidden className="size-5.5" />
        </span>
      }
      footer={
        <>
          {action}
          <Button onClick={onClose} data-autofocus="">
            {okLabel}
          </Button>
        </>
      }
    />
  );
}
