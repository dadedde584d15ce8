import { type FormEvent, useId, useState } from "react";
import type { PasskeyResult } from "~/accounts/passkeys/ask";
import { UsePasskey } from "~/accounts/passkeys/use-passkey-button";
import { withOtherWay } from "~/accounts/passkeys/words";
import { signInUrl } from "~/accounts/sign-in/safe-redirect";
import { codePath, setUpPath } from "~/core/paths";
import { Rosette } from "~/ui/brand/guilloche";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { TextLink } from "~/ui/link";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";

/** Signed in, the error, or the second step. */
type Answer = { error?: string; signedIn?: boolean; isOverdue?: boolean; anew?: boolean; ways?: Ways };
type Ways = { totp: boolean; passkeys: number };

/**
 * Covers a page whose session ended while something was typed, asks for the password and the second factor, and then
 * shows the page as it was. Only signing in, or leaving the page, closes it.
 */
export function SignInAgain({ open, email, onDone }: { open: boolean; email: string; onDone: () => void }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [ways, setWays] = useState<Ways | null>(null);
  const [withRecovery, setWithRecovery] = useState(false);
  const [isOverdue, setOverdue] = useState(false);
  const hasField = !isOverdue && (!ways || ways.totp || withRecovery);
  const form = useId();

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const fields = new FormData(currentTarget);
    currentTarget.reset();
    return sendFields(fields);
  }

  async function sendFields(body: FormData) {
    setBusy(true);
    setProblem("");
    try {
      const response = await fetch(ways ? "/admin/session/code" : "/admin/session/sign-in", { method: "POST", body });
      const answer: Answer = await response.json();
      if (!response.ok) setProblem(answer.error ?? failed);
      if (response.ok && answer.signedIn) answer.isOverdue ? setOverdue(true) : onDone();
      setWays(response.ok || answer.anew ? (answer.ways ?? null) : ways);
      if (answer.signedIn || answer.anew) setWithRecovery(false);
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
        description="Your session has ended. What you typed is kept: sign in and pick up where you left off."
        footer={
          <>
            <a
              href={signInUrl("/admin")}
              className="mr-auto inline-flex min-h-11 items-center rounded-md px-1 text-sm font-semibold text-stone underline underline-offset-2 hover:text-ink"
            >
              Leave without saving
            </a>
            {isOverdue ? <Button onClick={() => [setOverdue(false), onDone()]}>Continue</Button> : null}
            {hasField ? (
              <Button type="submit" form={form} busy={busy} busyLabel="Signing in...">
                Sign In
              </Button>
            ) : null}
          </>
        }
      >
        <form id={form} method="post" action="/admin/login" onSubmit={send} className="grid gap-4">
          <MessageBanner message={problem} />
          {isOverdue ? (
            <FactorDue />
          ) : ways ? (
            <SecondStep
              ways={ways}
              problem={problem}
              onProblem={setProblem}
              onSend={sendFields}
              withRecovery={withRecovery}
              onRecovery={setWithRecovery}
            />
          ) : (
            <>
              <Field id="again-email" label="Email">
                <Input name="email" autoComplete="username" readOnly defaultValue={email} />
              </Field>
              <Field id="again-password" label="Password">
                <Input name="password" type="password" required autoComplete="current-password" data-autofocus="" />
              </Field>
            </>
          )}
        </form>
      </Dialog>
    </>
  );
}

/** The desk opens no page, and accepts no form, before one is set up (V-MFA-10). */
function FactorDue() {
  return (
    <Banner tone="warning" role="status" title="Your account needs a second factor">
      <p>
        You’re signed in, but you can’t save anything until you set one up.{" "}
        <TextLink to={setUpPath} target="_blank">
          Set it up in a new tab
        </TextLink>
        , then continue here.
      </p>
    </Banner>
  );
}

type SecondStepProps = {
  ways: Ways;
  problem: string;
  onProblem: (problem: string) => void;
  onSend: (fields: FormData) => void;
  withRecovery: boolean;
  onRecovery: (chosen: boolean) => void;
};

function SecondStep({ ways, problem, onProblem, onSend, withRecovery, onRecovery }: SecondStepProps) {
  const answer = (result: PasskeyResult) => {
    if ("problem" in result) return onProblem(withOtherWay(result.problem, "use a recovery code"));
    const fields = new FormData();
    fields.set("passkey", result.answer);
    onSend(fields);
  };
  return (
    <>
      {withRecovery ? (
        <Field id="again-recovery" label="Recovery code">
          <Input name="recoveryCode" required autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
        </Field>
      ) : ways.totp ? (
        <Field id="again-code" label="Code" hint="The six digits that your authenticator app shows">
          <Input name="code" required inputMode="numeric" autoComplete="one-time-code" data-autofocus="" />
        </Field>
      ) : null}
      {ways.passkeys > 0 ? (
        <UsePasskey
          label="Use a passkey"
          question={`${codePath}/passkey`}
          message={problem}
          onAnswer={answer}
          variant="outline"
        />
      ) : null}
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => onRecovery(!withRecovery)}>
        {withRecovery ? "Use the app or a passkey" : "Use a recovery code"}
      </Button>
    </>
  );
}

const failed = "The server could not be reached. Please try again.";
