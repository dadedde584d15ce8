import { useEffect, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { unsentSteps } from "~/applications/access/unsent-places";
import { Button } from "~/ui/button";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Banner } from "~/ui/notices/banner";
import { type Answer, AnswerBanner, SendLink } from "./open-views";
import { QuietPage } from "./quiet-page";
import { SharedCheckbox } from "./shared-tick";

type OpenViewProps = {
  id: string;
  unsaved: string | undefined;
  problem?: Answer | undefined;
};

/** `/apply/{uuid}` in a browser that can't open the draft: the current email opens it. */
export function OpenView({ id, unsaved, problem }: OpenViewProps) {
  const wrong = problem?.kind === "wrong-email" ? problem.message : undefined;
  const waiting = useWaiting(id);
  // This browser could open it until now, so it need not prove that it knows the address.
  const isLost = waiting || Boolean(unsaved);
  return (
    <QuietPage title="Welcome back">
      <p className="mt-3 text-lg text-stone">
        {isLost
          ? "This browser can no longer open the application. We can send a new link to the email address on file."
          : "To protect your answers, please confirm the email address on this application."}
      </p>
      <UnsavedNotice unsaved={unsaved} waiting={waiting} />
      {problem?.kind === "link-asked" ? <AnswerBanner answer={problem} /> : null}
      {isLost ? (
        <>
          <SendLink text="Send me a new link" unsaved={unsaved} />
          <p className="mt-10 border-t border-dune pt-7 text-stone">
            Or open it here with the email address that we write to about this application.
          </p>
        </>
      ) : null}
      <Form method="post" noValidate className="mt-8 grid gap-6">
        {unsaved ? <input type="hidden" name="kept" value={unsaved} /> : null}
        <Field id="email" label="Email address" error={wrong} required>
          <EmailInput name="email" autoComplete="email" maxLength={254} required />
        </Field>
        <SharedCheckbox ticked={problem?.shared} />
        <div>
          <Button type="submit" name="intent" value="open" size="lg">
            Open my application
          </Button>
        </div>
      </Form>
      <div className={isLost && !unsaved ? undefined : "mt-10 border-t border-dune pt-7"}>
        {isLost ? null : (
          <>
            <p className="text-stone">Not sure which address it was? We can send a new link to it.</p>
            <SendLink text="Send me a new link" unsaved={unsaved} />
          </>
        )}
        <OpenedByLink unsaved={unsaved} />
      </div>
    </QuietPage>
  );
}

/**
 * For an application that only a mailed link opens: browsers or links were ended, or it is submitted. Reveals nothing
 * of the application, as the page of a number (W-RESUME-5).
 */
export function LinkOnlyView({ id, unsaved, problem }: OpenViewProps) {
  const waiting = useWaiting(id);
  return (
    <QuietPage title="Welcome back">
      <p className="mt-3 text-lg text-stone">
        To open this application here, use a link from our emails. We can send a new one to the email address on file.
      </p>
      <UnsavedNotice unsaved={unsaved} waiting={waiting} byLink />
      <AnswerBanner answer={problem} />
      <div className="mt-8">
        <SendLink text="Send the link" unsaved={unsaved} />
      </div>
      <div className={unsaved ? "mt-10 border-t border-dune pt-3" : undefined}>
        <OpenedByLink unsaved={unsaved} />
      </div>
    </QuietPage>
  );
}

type UnsavedNoticeProps = { unsaved: string | undefined; waiting: boolean; byLink?: boolean };

function UnsavedNotice({ unsaved, waiting, byLink = false }: UnsavedNoticeProps) {
  if (!unsaved && !waiting) return null;
  const way = byLink ? "with that link" : "here or with the link in our email";
  return (
    <Banner tone="info" role="status" className="mt-7" title="Your latest answers are still here">
      {unsaved
        ? "This browser can no longer open the application. Keep this page open: once you open the application again, what you typed will be saved."
        : `Keep this tab open: once you open the application again in this browser, ${way}, what you typed will be restored and saved.`}
    </Banner>
  );
}

function OpenedByLink({ unsaved }: { unsaved: string | undefined }) {
  if (!unsaved) return null;
  return (
    <>
      <p className="mt-7 text-stone">Opened it with a link from our email? You can now save what you typed here.</p>
      <SendAgain unsaved={unsaved} label="Save what I typed" variant="outline" />
    </>
  );
}

/** Shown after the email opened the application again: the refused form's fields, to be sent now. */
export function ReopenedView({ unsaved }: { unsaved: string }) {
  return (
    <QuietPage title="It is open again">
      <p className="mt-3 text-lg text-stone">Your latest answers are on this page. One more click saves them.</p>
      <SendAgain unsaved={unsaved} label="Save and continue" variant="primary" />
    </QuietPage>
  );
}

type SendAgainProps = { unsaved: string; label: string; variant: "primary" | "outline" };

const SendAgain = ({ unsaved, label, variant }: SendAgainProps) => (
  <Form method="post" reloadDocument className="mt-4">
    {[...new URLSearchParams(unsaved)].map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may repeat.
      <input key={index} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit" variant={variant} size={variant === "primary" ? "lg" : "md"}>
      {label}
    </Button>
  </Form>
);

/**
 * Whether this tab has unsent answers. A mailed link opens another tab, so revalidate whenever this one gets visible.
 */
function useWaiting(id: string): boolean {
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    setWaiting(unsentSteps(id).length > 0);
    const again = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void revalidate();
    };
    document.addEventListener("visibilitychange", again);
    window.addEventListener("focus", again);
    return () => {
      document.removeEventListener("visibilitychange", again);
      window.removeEventListener("focus", again);
    };
  }, [id, revalidate]);
  return waiting;
}
