import { useEffect, useState } from "react";
import { Form, useRevalidator } from "react-router";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { type Answer, AnswerBanner, QuietPage, SendLink } from "./open-views";
import { unsentSteps } from "./unsent";

type OpenViewProps = {
  id: string;
  /** Id and email do not open it, the mailed link alone does. */
  byLink: boolean;
  /** A step's form that was sent without permission, and without script. */
  kept: string | undefined;
  problem: Answer | undefined;
};

/** `/apply/{uuid}` in a browser that does not hold the draft: the email it was started with opens it (W-RESUME-2). */
export function OpenView({ id, byLink, kept, problem }: OpenViewProps) {
  const wrong = problem?.kind === "wrong-email" ? problem.message : undefined;
  const waiting = useWaiting(id);
  return (
    <QuietPage title="Welcome back">
      <p className="mt-3 text-lg text-stone">
        {byLink
          ? "To protect what was entered, this application is opened by the link in our mail alone. We can send a fresh one to the address it was started with."
          : "To protect what you have entered, please confirm the email address this application was started with."}
      </p>
      {kept || waiting ? (
        <Banner tone="info" role="status" className="mt-7" title="What you typed last is kept here">
          {kept
            ? "This browser’s permission to open the application has ended. Keep this page open: once the application is open again, what you typed is saved."
            : "Keep this tab open: once the application is open again, here or by the link in our mail, what you typed is back and saved."}
        </Banner>
      ) : null}
      {problem?.kind === "link-asked" || byLink ? <AnswerBanner answer={problem} /> : null}
      {byLink ? null : <EmailForm kept={kept} wrong={wrong} />}
      <div className={byLink ? "mt-8" : "mt-10 border-t border-dune pt-7"}>
        {byLink ? null : <p className="text-stone">Not sure which address it was? We can send a fresh link to it.</p>}
        <SendLink words="Send me a fresh link" kept={kept} />
        {kept ? (
          <>
            <p className="mt-7 text-stone">
              Opened it with a link from our mail? Then what you typed here can be saved.
            </p>
            <SendAgain kept={kept} words="Save what I typed" variant="outline" />
          </>
        ) : null}
      </div>
    </QuietPage>
  );
}

type EmailFormProps = { kept: string | undefined; wrong: string | undefined };

const EmailForm = ({ kept, wrong }: EmailFormProps) => (
  <Form method="post" className="mt-8 grid gap-6">
    {kept ? <input type="hidden" name="kept" value={kept} /> : null}
    <Field id="email" label="Email address" error={wrong} required>
      <Input name="email" type="email" autoComplete="email" maxLength={254} required />
    </Field>
    <div>
      <Button type="submit" name="intent" value="open" size="lg">
        Open my application
      </Button>
    </div>
  </Form>
);

/** Opened again by the email, and what was typed before is on this page: it goes the usual way now, with all its answers. */
export function ReopenedView({ kept }: { kept: string }) {
  return (
    <QuietPage title="It is open again">
      <p className="mt-3 text-lg text-stone">What you typed last is on this page. One more click saves it.</p>
      <SendAgain kept={kept} words="Save it and go on" variant="primary" />
    </QuietPage>
  );
}

type SendAgainProps = { kept: string; words: string; variant: "primary" | "outline" };

const SendAgain = ({ kept, words, variant }: SendAgainProps) => (
  <Form method="post" reloadDocument className="mt-4">
    {[...new URLSearchParams(kept)].map(([name, value], place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they stand still, and a name may be there twice.
      <input key={place} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit" variant={variant} size={variant === "primary" ? "lg" : "md"}>
      {words}
    </Button>
  </Form>
);

/**
 * Whether answers of this tab wait for the application to be open again. Who follows the mailed link opens it in another
 * tab: this one looks again when somebody comes back to it.
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
