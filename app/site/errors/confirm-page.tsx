import { confirmationFields, confirmPath } from "~/accounts/reauthentication/pending-form";
import { setUpPath } from "~/core/paths";
import { StandalonePage } from "./standalone-page";

type FieldPairs = [name: string, value: string][];

export type Confirmed = {
  /** The requested URL, where it continues. */
  to: string;
  goesOnBy: "GET" | "POST";
  typed: FieldPairs;
  /** The form had files, which a page can't carry over. */
  lostFiles: boolean;
  problem?: { message: string; status: 400 | 403 | 429 } | undefined;
  totp: boolean;
  passkeys: number;
};
type ConfirmFirstProps = Omit<Confirmed, "typed"> & { requestId: string; typed: FieldPairs | "too long" };

const isFile = (to: string) => /(\/export|\.zip|\.pdf)(\?|$)/.test(to);

/** A resubmitted field. Browsers save the content of a textarea with a tab; passwords must not be saved. */
function ResubmittedField({ name, value }: { name: string; value: string }) {
  if (secret.test(name)) return <input type="password" name={name} defaultValue={value} hidden readOnly />;
  return <textarea name={name} defaultValue={value} hidden readOnly />;
}
const secret = /^(password|confirmation|present)$/;

/** Reauthentication without JavaScript: the page contains the form, and continues with it. */
export function ConfirmFirstPage(props: ConfirmFirstProps) {
  const { to, goesOnBy, typed, lostFiles, problem, totp, passkeys, requestId } = props;
  const needsPasskey = passkeys > 0 && !totp;
  const mayGoOn = typed !== "too long" && !lostFiles && !(needsPasskey && goesOnBy === "POST");
  return (
    <StandalonePage code={problem?.status ?? 403} title="Confirm that it is you" requestId={requestId}>
      <p>
        {mayGoOn
          ? "Please confirm that it’s you. Everything you typed is kept, and your change is made as soon as you confirm."
          : `Please confirm that it’s you. What you sent is too large for this page to keep: confirm first, then use your browser’s Back button and send it again.`}
        {isFile(to) ? " Your download will then start. You can leave this page open." : ""}
      </p>
      {needsPasskey ? (
        <p>
          Your account uses a passkey, which needs JavaScript:{" "}
          <a href={`${setUpPath}?to=${encodeURIComponent(mayGoOn ? to : "/admin")}`}>confirm with your passkey</a>.
        </p>
      ) : (
        <form method="post" action={confirmPath} className="confirm">
          {problem ? (
            <p role="alert" id="problem" className="problem">
              {problem.message}
            </p>
          ) : null}
          <label>
            Your password
            <input
              type="password"
              name={confirmationFields.password}
              required
              autoComplete="current-password"
              aria-describedby={problem ? "problem" : undefined}
            />
          </label>
          {totp ? (
            <label>
              Code from your authenticator app
              <input
                name={confirmationFields.code}
                required
                inputMode="numeric"
                autoComplete="one-time-code"
                aria-describedby={problem ? "problem" : undefined}
              />
            </label>
          ) : null}
          <input type="hidden" name={confirmationFields.to} value={mayGoOn ? to : "/admin"} />
          <input type="hidden" name={confirmationFields.method} value={mayGoOn ? goesOnBy : "GET"} />
          {mayGoOn
            ? typed.map(([name, value], index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the page never changes.
                <ResubmittedField key={index} name={name} value={value} />
              ))
            : null}
          <button className="again" type="submit">
            {mayGoOn ? "Confirm and continue" : "Confirm"}
          </button>
        </form>
      )}
      <p>
        <a href="/admin">Back to the desk</a>
      </p>
    </StandalonePage>
  );
}
