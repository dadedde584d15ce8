import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "~/ui/button";
import { getPasskey, knowsPasskeys, type PasskeyResult } from "./ask";
import { notVerifiedMessage } from "./words";

export type UsePasskeyProps = Pick<ButtonProps, "variant" | "size" | "wide" | "className"> & {
  label: string;
  /** The URL of the challenge. */
  question: string;
  /** The server's message for the last try. */
  message?: string | undefined;
  onAnswer: (result: PasskeyResult) => void;
};

/** Hidden without JavaScript, and in browsers without passkeys. */
export function UsePasskey({ label, question, message, onAnswer, ...look }: UsePasskeyProps) {
  const [known, setKnown] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (!known) return null;
  async function requestPasskey() {
    setBusy(true);
    // After an assertion without user verification, ask for PIN, fingerprint or face.
    const path = message === notVerifiedMessage ? `${question}?insist=yes` : question;
    const result = await getPasskey(path);
    setBusy(false);
    onAnswer(result);
  }
  return (
    <Button
      {...look}
      before={<KeyRound aria-hidden />}
      busy={busy}
      busyLabel="Waiting for your device…"
      onClick={requestPasskey}
    >
      {label}
    </Button>
  );
}
