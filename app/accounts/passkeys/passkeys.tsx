import { type FormEvent, useContext, useEffect, useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { FactorFormResult } from "~/accounts/factors/factor-action.server";
import { FactorForm } from "~/accounts/factors/factor-form";
import { ReauthenticationContext } from "~/accounts/reauthentication/confirm-dialog";
import { readConfirmState } from "~/accounts/reauthentication/confirm-form";
import { nassauTime } from "~/core/time";
import { Button, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { createPasskey, knowsPasskeys } from "./ask";
import type { OwnPasskey } from "./own-passkeys.server";
import { notVerifiedMessage, passkeyNameMessage } from "./words";

export type PasskeysProps = { passkeys: readonly OwnPasskey[]; answer: FactorFormResult | null; wholePage: boolean };

export function Passkeys({ passkeys, answer, wholePage }: PasskeysProps) {
  return (
    <>
      <p className="mt-1 text-stone">
        Your fingerprint, face or PIN on a phone, computer or key. A passkey signs you in on its own, with no password
        or code.
      </p>
      {passkeys.length > 0 ? (
        <ul className="mt-4 grid gap-4">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              {...passkey}
              answer={answer?.of === passkey.id ? answer : null}
              wholePage={wholePage}
            />
          ))}
        </ul>
      ) : null}
      <AddPasskey answer={answer?.about === "passkey-add" && !answer.ok ? answer : null} wholePage={wholePage} />
    </>
  );
}

type Answered = { answer: FactorFormResult | null; wholePage: boolean };

function PasskeyItem({ id, name, createdAt, lastUsedAt, answer, wholePage }: OwnPasskey & Answered) {
  const wrong = answer?.about === "passkey-rename" && !answer.ok ? answer : null;
  return (
    <li className="rounded-md border border-edge p-4">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-sm text-stone tabular-nums">
        Added {nassauTime(createdAt)} · {lastUsedAt ? `last used ${nassauTime(lastUsedAt)}` : "not used yet"}
      </p>
      <FactorForm
        wholePage={wholePage}
        intent="passkey-rename"
        noValidate
        data-keep="page"
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="passkeyId" value={id} />
        <Field
          id={`name-${id}`}
          label={
            <>
              New name<span className="sr-only"> of {name}</span>
            </>
          }
          size="sm"
          className="flex-1 basis-40"
          error={wrong?.message}
        >
          <Input key={name} name="name" size="sm" maxLength={200} defaultValue={wrong?.typed || name} />
        </Field>
        <SubmitButton of={{ intent: "passkey-rename", passkeyId: id }} variant="outline" size="sm" busyLabel="Saving…">
          Rename<span className="sr-only"> {name}</span>
        </SubmitButton>
      </FactorForm>
      <FactorForm wholePage={wholePage} isFresh intent="passkey-remove" className="mt-2">
        <input type="hidden" name="passkeyId" value={id} />
        <SubmitButton of={{ intent: "passkey-remove", passkeyId: id }} variant="quiet" size="sm" busyLabel="Removing…">
          Remove<span className="sr-only"> {name}</span>
        </SubmitButton>
      </FactorForm>
    </li>
  );
}

/** The browser creates a passkey for our challenge; then the form is submitted with its response and the name. */
function AddPasskey({ answer, wholePage }: Answered) {
  const [known, setKnown] = useState<boolean | null>(null);
  const [problem, setProblem] = useState("");
  const [waiting, setWaiting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const answered = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const reauthenticate = useContext(ReauthenticationContext);
  const sent = useNavigation().formData?.get("intent") === "passkey-add";
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (!known)
    return (
      <p className="mt-4 text-sm text-stone">
        {known === null
          ? "You need JavaScript to add a passkey."
          : "This browser doesn’t support passkeys. Add one with another browser or device."}
      </p>
    );

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get("name")).trim();
    // Checks everything before the device is asked, or it would keep a useless passkey.
    if (name === "" || [...name].length > 60) return setProblem(passkeyNameMessage);
    setProblem("");
    const state = await readConfirmState();
    if (state && !state.isFresh && !(await reauthenticate())) return;
    setWaiting(true);
    const path =
      answer?.message === notVerifiedMessage ? "/admin/account/passkey?insist=yes" : "/admin/account/passkey";
    const made = await createPasskey(path);
    setWaiting(false);
    if ("problem" in made) return setProblem(made.problem);
    if (!wholePage || !answered.current) {
      fields.set("passkey", made.answer);
      return submit(fields, { method: "post", replace: true, preventScrollReset: true });
    }
    answered.current.value = made.answer;
    form.current?.submit();
  }

  return (
    <Form ref={form} method="post" noValidate data-keep="no" onSubmit={add} className="mt-4 grid gap-3">
      <input type="hidden" name="intent" value="passkey-add" />
      <input type="hidden" name="passkey" ref={answered} />
      <Field
        id="passkey-name"
        label="Name of a new passkey"
        hint="To help you recognize it, such as “My phone”"
        size="sm"
        error={problem || answer?.message}
      >
        <Input name="name" size="sm" maxLength={200} autoComplete="off" defaultValue={answer?.typed} />
      </Field>
      <Button
        type="submit"
        variant="outline"
        className="justify-self-start"
        busy={waiting || sent}
        busyLabel={waiting ? "Waiting for your device…" : "Saving…"}
      >
        Add a passkey
      </Button>
    </Form>
  );
}
