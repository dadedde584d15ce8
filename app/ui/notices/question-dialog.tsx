import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import { MessageBanner } from "./banner";
import { Dialog, type DialogProps } from "./dialog";

type QuestionDialogProps = Pick<DialogProps, "title" | "description" | "size" | "children"> & {
  /** The page that is shown if nothing is to be done. */
  back: string;
  backLabel?: string;
  /** The form that does it. */
  form: ReactNode;
  /** Why it could not be done. */
  problem?: string | undefined;
};

/** A question before something is done. It has its own URL, so that it works without JavaScript. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { back, backLabel = "Cancel", form, problem, size = "sm", children, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      open
      onClose={() => document.getElementById("leave-question")?.click()}
      role="alertdialog"
      size={size}
      closeOnBackdrop={false}
      className="z-40 noscript:fixed noscript:inset-0"
      footer={
        <>
          <ButtonLink id="leave-question" to={back} replace preventScrollReset variant="outline" data-autofocus="">
            {backLabel}
          </ButtonLink>
          {form}
        </>
      }
    >
      {problem ? <MessageBanner message={problem} /> : children}
    </Dialog>
  );
}
