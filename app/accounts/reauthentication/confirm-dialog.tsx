import { createContext, useCallback, useEffect, useId, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Dialog } from "~/ui/notices/dialog";
import { ConfirmForm, readConfirmState } from "./confirm-form";

const title = "Confirm that it is you";
const explanation = "Before we continue, please confirm that it’s you. What you typed is kept.";

/** Call `ask` before starting what requires reauthentication. */
export const ReauthenticationContext = createContext<() => Promise<boolean>>(async () => false);

/**
 * Opens the reauthentication dialog; `ask` resolves to whether it succeeded. Downloads, and forms that load a whole
 * page, have `data-fresh`: their click or submit waits for it.
 */
export function useReauthentication() {
  const [open, setOpen] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  const ask = useCallback(() => {
    answer.current?.(false);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = useCallback((confirmed: boolean) => {
    setOpen(false);
    answer.current?.(confirmed);
    answer.current = undefined;
  }, []);
  useEffect(() => waitForDocuments(ask), [ask]);
  return { open, ask, close };
}

function waitForDocuments(reauthenticate: () => Promise<boolean>): () => void {
  let going: Element | null = null;
  const wait = (event: Event, target: HTMLElement, go: () => void) => {
    if (going === target) return;
    event.preventDefault();
    readConfirmState()
      .then((state) => !state || state.isFresh || reauthenticate())
      .then((mayGo) => {
        if (!mayGo) return;
        going = target;
        go();
        going = null;
      });
  };
  const submit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (form instanceof HTMLFormElement && "fresh" in form.dataset)
      wait(event, form, () => form.requestSubmit(submitter));
  };
  const click = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-fresh]") : null;
    if (link) wait(event, link, () => link.click());
  };
  document.addEventListener("submit", submit);
  document.addEventListener("click", click);
  return () => {
    document.removeEventListener("submit", submit);
    document.removeEventListener("click", click);
  };
}

export function ReauthenticationDialog({ open, onClose }: { open: boolean; onClose: (confirmed: boolean) => void }) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [hasForm, setHasForm] = useState(true);
  return (
    <Dialog
      open={open}
      onClose={() => onClose(false)}
      closeOnBackdrop={false}
      size="sm"
      title={title}
      description={explanation}
      footer={
        <>
          <Button variant="outline" onClick={() => onClose(false)}>
            Cancel
          </Button>
          {hasForm ? (
            <Button type="submit" form={form} busy={busy} busyLabel="Confirming…">
              Confirm
            </Button>
          ) : null}
        </>
      }
    >
      {open ? <ConfirmForm id={form} onDone={() => onClose(true)} onBusy={setBusy} onForm={setHasForm} /> : null}
    </Dialog>
  );
}

/** Shown instead of a page that requires recent reauthentication. */
export function ReauthenticationPage() {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [hasForm, setHasForm] = useState(true);
  const { revalidate } = useRevalidator();
  return (
    <section className="max-w-md">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-2 text-stone">Before we continue, please confirm that it’s you.</p>
      <Card className="mt-5 grid gap-5">
        <ConfirmForm id={form} onDone={revalidate} onBusy={setBusy} onForm={setHasForm} />
        {hasForm ? (
          <Button type="submit" form={form} busy={busy} busyLabel="Confirming…" className="justify-self-start">
            Confirm
          </Button>
        ) : null}
      </Card>
    </section>
  );
}
