import { useState } from "react";
import { formatCodesLeft } from "~/mail/templates/account/codes-left";
import { Button, SubmitButton } from "~/ui/button";
import { useScripted } from "~/ui/use-scripted";
import { FactorForm } from "./factor-form";

/** Shown only this once. Copying and printing by a button need JavaScript; the download does not. */
export function NewCodes({ codes, heading: Heading }: { codes: readonly string[]; heading: "h2" | "h3" }) {
  const scripted = useScripted();
  const [copied, setCopied] = useState(false);
  const text = `Lucaya recovery codes. Each works once.\n\n${codes.join("\n")}\n`;
  return (
    <section aria-labelledby="new-codes" className="rounded-md border-2 border-gold bg-white p-5">
      <Heading id="new-codes" className="text-xl">
        Keep your recovery codes
      </Heading>
      <p className="mt-1 text-stone">
        If you lose your app or passkey, each code lets you sign in once. They’re shown only now: copy, download or
        print them.
      </p>
      <ul className="mt-4 grid gap-x-6 gap-y-1.5 font-mono text-base sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="no-print mt-4 flex flex-wrap items-center gap-3">
        {scripted ? (
          <Button
            variant="outline"
            onClick={() =>
              navigator.clipboard.writeText(codes.join("\n")).then(
                () => setCopied(true),
                () => setCopied(false),
              )
            }
          >
            Copy
          </Button>
        ) : null}
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="lucaya-recovery-codes.txt"
          className="button button-md button-outline"
        >
          Download
        </a>
        {scripted ? (
          <Button variant="outline" onClick={() => print()}>
            Print
          </Button>
        ) : null}
        <span role="status" className="text-stone">
          {copied ? "Copied" : ""}
        </span>
      </div>
    </section>
  );
}

export function RecoveryCodes({ left, wholePage }: { left: number; wholePage: boolean }) {
  return (
    <>
      <p className="mt-1 text-stone">
        {formatCodesLeft(left)} Each one lets you sign in once without your app or passkey. New codes replace all the
        old ones.
      </p>
      <FactorForm wholePage={wholePage} isFresh intent="codes-renew" className="mt-4">
        <SubmitButton of={{ intent: "codes-renew" }} variant="outline" busyLabel="Making…">
          Make new recovery codes
        </SubmitButton>
      </FactorForm>
    </>
  );
}
