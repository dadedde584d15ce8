import { Form } from "react-router";
import { forgetUnsent } from "~/applications/access/unsent-places";
import { Button, ButtonLink } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import { ConfirmReturningEmail, PendingChange } from "./change/change-views";
import { MissingEmailNotice } from "./email-notice";
import type { EmailState } from "./email-state.server";
import { QuietPage } from "./quiet-page";

export type Answer = { kind: "wrong-email" | "link-asked"; message: string; shared?: boolean };

export function AnswerBanner({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null;
  const good = answer.kind === "link-asked";
  return (
    <Banner tone={good ? "success" : "error"} role={good ? "status" : "alert"} className="mt-7">
      {answer.message}
    </Banner>
  );
}

export const SendLink = ({ text, unsaved }: { text: string; unsaved?: string | undefined }) => (
  <Form method="post" className="mt-4">
    {unsaved ? <input type="hidden" name="kept" value={unsaved} /> : null}
    <Button type="submit" name="intent" value="send-link" variant="outline">
      {text}
    </Button>
  </Form>
);

/** `/apply/{number}` without the cookie: opens nothing, but offers to mail a link to the address on file. */
export function AskLinkView({ number, answer }: { number: string; answer: Answer | undefined }) {
  return (
    <QuietPage title="Open an application">
      <p className="mt-3 text-lg text-stone">
        An application number isn’t enough to open an application, because it appears in emails and is read out on the
        phone. We can send a private link for{" "}
        <span className="font-mono wrap-anywhere text-ink uppercase">{number}</span> to the email address on file.
      </p>
      <AnswerBanner answer={answer} />
      <SendLink text="Send the link" />
      <p className="mt-10 text-sm text-stone">
        No email after a few minutes? Check your spam folder, or{" "}
        <PageLink to="/contact" className="font-medium text-sea-ink underline underline-offset-4">
          ask us
        </PageLink>
        .
      </p>
    </QuietPage>
  );
}

type ExitViewProps = {
  id: string;
  number: string;
  address: EmailState;
  /** Others use this device, as was said when it got access. */
  isShared: boolean;
  answer: Answer | undefined;
};

/** After Save & Exit: how to come back, and whether this browser can still open the application. */
export function ExitView({ id, number, address, isShared, answer }: ExitViewProps) {
  const reachable = address.email !== "";
  const link = address.change ?? address.email;
  return (
    <QuietPage title="Your application is saved">
      <p className="mt-3 text-lg text-stone">
        {reachable ? (
          <>
            You can resume later through a link sent to your email, <EmailText email={link} className="text-ink" />. Its
            number is{" "}
          </>
        ) : (
          "You can resume later in this browser. Its number is "
        )}
        <span className="font-mono whitespace-nowrap text-ink">{number}</span>.
      </p>
      <AnswerBanner answer={answer} />
      <MissingEmailNotice id={id} address={address} className="mt-7" />
      <ConfirmReturningEmail id={id} address={address} className="mt-7" />
      <PendingChange id={id} address={address} className="mt-7" />
      <section aria-labelledby="shared" className="mt-9 rounded-xl border border-dune bg-white px-6 py-6">
        <h2 id="shared" className="text-xl">
          {isShared ? "Other people use this device" : "Do other people use this device?"}
        </h2>
        <p className="mt-2 text-stone">
          {isShared
            ? "As you told us, so nothing from your application stays in this browser after you close it."
            : "On a shared device, remove the application from this browser."}{" "}
          {reachable
            ? "It stays safe with us, and the link in your email opens it again."
            : "Add another email address first: without one, you can’t get a link to open it again."}
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          {isShared ? null : <ButtonLink to="/">No, it’s mine</ButtonLink>}
          <Form method="post" onSubmit={() => forgetUnsent(id)}>
            <Button type="submit" name="intent" value="forget" variant={isShared ? "primary" : "outline"}>
              {isShared ? "Remove it from this browser now" : "Yes, remove it from this browser"}
            </Button>
          </Form>
          {isShared ? (
            <ButtonLink to="/" variant="outline">
              Home page
            </ButtonLink>
          ) : null}
        </div>
      </section>
      <p className="mt-6 text-stone">
        Also opened it on other devices? <TextLink to={`/apply/${id}/browsers`}>See who can open it</TextLink>
      </p>
    </QuietPage>
  );
}
