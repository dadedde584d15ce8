import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { getPasskey, knowsPasskeys } from "~/accounts/passkeys/ask";
import type { ConfirmState } from "~/accounts/reauthentication/confirm-here";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { confirmationFields } from "./pending-form";

const path = "/admin/session/confirm";
const unreachableMessage = "The server could not be reached. Please try again.";
const unknownPasskey =
  "Your account uses a passkey, and this browser doesn’t have one. Use a browser or device that does.";

/** What reauthentication requires in this session, or why that is unknown now. */
async function fetchConfirmState(): Promise<ConfirmState | { error: string }> {
  try {
    const response = await fetch(path, { headers: { Accept: "application/json" } });
    return await response.json();
  } catch {
    return { error: unreachableMessage };
  }
}

export async function readConfirmState(): Promise<ConfirmState | null> {
  const state = await fetchConfirmState();
  return "error" in state ? null : state;
}

/** The error message; empty on success. */
async function send(body: FormData): Promise<string> {
  const response = await fetch(path, { method: "POST", body });
  if (response.ok) return "";
  const result: { error?: string } = await response.json();
  return result.error ?? unreachableMessage;
}

type ConfirmFormProps = {
  id: string;
  onDone: () => void;
  onBusy: (busy: boolean) => void;
  /** Whether there is a form: an account with only passkeys has none. */
  onForm: (isThere: boolean) => void;
};

/** Asks for a passkey, or for the password and the app's code if there is one. */
export function ConfirmForm({ id, onDone, onBusy, onForm }: ConfirmFormProps) {
  const [state, setState] = useState<ConfirmState | null>(null);
  const [problem, setProblem] = useState("");
  const [unread, setUnread] = useState("");
  const [reading, setReading] = useState(0);
  // Requested again for each `reading`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let left = false;
    fetchConfirmState().then((read) => {
      if (left) return;
      setUnread("error" in read ? read.error || unreachableMessage : "");
      setState("error" in read ? null : read);
    });
    return () => {
      left = true;
    };
  }, [reading]);

  async function trying(attempt: () => Promise<string>) {
    onBusy(true);
    setProblem("");
    try {
      const wrong = await attempt();
      if (wrong) setProblem(wrong);
      else onDone();
    } catch {
      setProblem(unreachableMessage);
    } finally {
      onBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    form.reset();
    trying(() => send(fields));
  }
  const passkey = () =>
    trying(async () => {
      const result = await getPasskey(`${path}?passkey`);
      if ("problem" in result) return result.problem;
      const fields = new FormData();
      fields.set(confirmationFields.passkey, result.answer);
      return send(fields);
    });

  const withPasskey = state !== null && state.passkeys > 0 && knowsPasskeys();
  const withPassword = unread === "" && (state === null || state.totp || state.passkeys === 0);
  useEffect(() => onForm(withPassword), [onForm, withPassword]);
  if (unread)
    return (
      <div className="grid gap-4">
        <Banner tone="error" role="alert">
          {unread}
        </Banner>
        <Button variant="outline" className="justify-self-start" onClick={() => setReading((times) => times + 1)}>
          Try again
        </Button>
      </div>
    );
  return (
    <div className="grid gap-4">
      <MessageBanner message={problem} />
      {withPasskey || withPassword ? null : <Banner tone="info">{unknownPasskey}</Banner>}
      {withPasskey ? (
        <Button variant={withPassword ? "outline" : "primary"} before={<KeyRound aria-hidden />} onClick={passkey}>
          Use a passkey
        </Button>
      ) : null}
      {withPassword ? (
        <form id={id} method="post" data-keep="no" onSubmit={submit} className="grid gap-4">
          <Field id={`${id}-password`} label="Your password" required>
            <Input
              name={confirmationFields.password}
              type="password"
              required
              autoComplete="current-password"
              data-autofocus=""
            />
          </Field>
          {state?.totp ? (
            <Field id={`${id}-code`} label="Code from your authenticator app" required>
              <Input name={confirmationFields.code} required inputMode="numeric" autoComplete="one-time-code" />
            </Field>
          ) : null}
        </form>
      ) : null}
    </div>
  );
}
