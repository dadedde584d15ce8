import { nassauTime } from "~/core/time";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import type { FactorFormResult } from "./factor-action.server";
import { FactorForm } from "./factor-form";
import type { OwnFactors } from "./own-factors.server";
import type { Qr } from "./qr.server";

export type AuthenticatorAppProps = {
  since: Date | null;
  pending: OwnFactors["begun"];
  answer: FactorFormResult | null;
  wholePage: boolean;
};

export function AuthenticatorApp({ since, pending, answer, wholePage }: AuthenticatorAppProps) {
  if (pending) return <SetUp {...pending} answer={answer} wholePage={wholePage} />;
  return (
    <>
      <p className="mt-1 text-stone">
        {since
          ? `In use since ${nassauTime(since)}. You’ll enter its code after your password.`
          : "An app on your phone that shows a new code every 30 seconds. You’ll enter it after your password."}
      </p>
      <FactorForm wholePage={wholePage} isFresh className="mt-4 flex flex-wrap gap-3">
        <SubmitButton intent="app-begin" variant={since ? "outline" : "primary"} busyLabel="Preparing…">
          {since ? "Use another app" : "Set up an authenticator app"}
        </SubmitButton>
        {since ? (
          <SubmitButton intent="app-remove" variant="quiet" busyLabel="Removing…">
            Remove<span className="sr-only"> the authenticator app</span>
          </SubmitButton>
        ) : null}
      </FactorForm>
    </>
  );
}

type SetUpProps = NonNullable<OwnFactors["begun"]> & Pick<AuthenticatorAppProps, "answer" | "wholePage">;

/** The app does not count until a correct code was entered. */
function SetUp({ secret, qr, answer, wholePage }: SetUpProps) {
  const error = answer?.about === "app-confirm" && !answer.ok ? answer.message : undefined;
  return (
    <div className="mt-3 grid gap-4">
      <p className="text-stone">1. Scan this with your authenticator app, or type the secret into it.</p>
      <QrCode {...qr} label="QR code for your authenticator app" />
      <p className="text-stone">
        Secret:{" "}
        <code className="font-mono text-base font-medium wrap-anywhere text-ink">
          {secret.replace(/.{4}(?=.)/g, "$& ")}
        </code>
      </p>
      <FactorForm wholePage={wholePage} isFresh intent="app-confirm" noValidate className="grid gap-4">
        <Field id="app-code" label="2. Enter the code that the app shows" required error={error}>
          <Input name="code" required inputMode="numeric" autoComplete="one-time-code" className="max-w-48" />
        </Field>
        <div className="flex flex-wrap gap-3">
          <SubmitButton of={{ intent: "app-confirm" }} busyLabel="Checking…">
            Confirm the code
          </SubmitButton>
          <SubmitButton of={{ intent: "app-cancel" }} form="cancel-app" variant="outline">
            Cancel<span className="sr-only"> the set-up of the app</span>
          </SubmitButton>
        </div>
      </FactorForm>
      <FactorForm id="cancel-app" wholePage={wholePage} intent="app-cancel" hidden />
    </div>
  );
}

/** Dark on white in every theme: cameras need it. */
function QrCode({ path, size, label }: Qr & { label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md border border-edge bg-white"
    >
      <path d={path} fill="#0b1f33" />
    </svg>
  );
}
