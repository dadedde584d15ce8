import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "~/ui/button";
import { type Asked, getPasskey, knowsPasskeys } from "./ask";
import { notVerifiedWords } from "./words";

export type UsePasskeyProps = Pick<ButtonProps, "variant" | "size" | "wide" | "className"> & {
  label: string;
  /** The address of what the passkey is asked. */
  question: string;
  /** What the server said of the try before. */
  said?: string | undefined;
  onAnswer: (asked: Asked) => void;
};

/** Asks for a passkey. Not there without script, and where the browser knows no passkeys (V-PKEY-2). */
export function UsePasskey({ label, question, said, onAnswer, ...look }: UsePasskeyProps) {
  const [known, setKnown] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (!known) return null;
  async function ask() {
    setBusy(true);
    // After an answer without it the browser is told to ask for PIN, fingerprint or face.
    const address = said === notVerifiedWords ? `${question}?insist=yes` : question;
    const asked = await getPasskey(address);
    setBusy(false);
    onAnswer(asked);
  }
  return (
    <Button {...look} before={<KeyRound aria-hidden />} busy={busy} busyLabel="Waiting for your device…" onClick={ask}>
      {label}
    </Button>
  );
}
