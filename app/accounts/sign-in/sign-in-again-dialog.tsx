import { type FormEvent, useId, useState } from "react";
import { signInAddress } from "~/accounts/sign-in/own-path";
import { Rosette } from "~/ui/brand/guilloche";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";

/**
 * Covers a page whose session ended while something was typed on it, asks for the password, and then shows the page as
 * it was. Only signing in, or leaving the page, closes it.
 */
export function SignInAgain({ open, email, onDone }: { open: boolean; email: string; onDone: () => void }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const form = useId();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    setBusy(true);
    setProblem("");
    try {
      const response = await fetch("/admin/session/sign-in", { method: "POST", body: new FormData(currentTarget) });
      const answer: { error?: string } = await response.json();
      if (response.ok) onDone();
      else setProblem(answer.error ?? failed);
      currentTarget.reset();
    } catch {
      setProblem(failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {open ? (
        <div aria-hidden className="fixed inset-0 z-40 overflow-hidden bg-navy">
          <Rosette seed="staff" className="absolute -top-28 -right-28 size-96 text-gold/60" />
        </div>
      ) : null}
      <Dialog
        open={open}
        onClose={() => undefined}
        closable={false}
        closeOnBackdrop={false}
        size="sm"
        title="Please sign in again"
        description="Your session has ended. What you typed is kept: sign in, and go on where you were."
        footer={
          <>
            <a
              href={signInAddress("/admin")}
              className="mr-auto inline-flex min-h-11 items-center rounded-md px-1 text-sm font-semibold text-stone underline underline-offset-2 hover:text-ink"
            >
              Leave without saving
            </a>
            <Button type="submit" form={form} busy={busy} busyLabel="Signing in...">
              Sign In
            </Button>
          </>
        }
      >
        <form id={form} method="post" action="/admin/login" onSubmit={send} className="grid gap-4">
          {problem ? (
            <Banner tone="error" role="alert">
              {problem}
            </Banner>
          ) : null}
          <Field id="again-email" label="Email">
            <Input name="email" autoComplete="username" readOnly defaultValue={email} />
          </Field>
          <Field id="again-password" label="Password">
            <Input name="password" type="password" required autoComplete="current-password" data-autofocus="" />
          </Field>
        </form>
      </Dialog>
    </>
  );
}

const failed = "The server could not be reached. Please try again.";
