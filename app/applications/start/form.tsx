import { Mail, Save } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import { useScripted } from "~/ui/use-scripted";

type Answered = { email: string; terms: boolean; message: string } | undefined;

/** An email and the agreement are all that a start asks (W-START-4). */
export function StartForm({
  serviceId,
  attempt,
  answered,
}: {
  serviceId: string;
  attempt: string;
  answered: Answered;
}) {
  const [email, setEmail] = useState(answered?.email ?? "");
  const [terms, setTerms] = useState(answered?.terms ?? false);
  // An address has plain characters only, so its units are what a person counts (N-TEXT-1).
  const { length } = email.trim();
  const over = length > 254 ? `${length} of 254 characters` : "";
  const busy = useNavigation().state !== "idle";
  const ready = email.trim() !== "" && terms;
  const malformed = answered && /valid email|^Email address/.test(answered.message) ? answered.message : undefined;
  return (
    <Form method="post" noValidate className="rounded-2xl border border-dune bg-white px-6 py-7 shadow-md sm:px-8">
      <h2 className="text-2xl">Start your application</h2>
      {answered && !malformed ? (
        <Banner tone="error" role="alert" className="mt-5">
          {answered.message}
        </Banner>
      ) : null}
      <input type="hidden" name="service" value={serviceId} />
      <input type="hidden" name="attempt" value={attempt} />
      <div className="mt-6 grid gap-4">
        <Field
          id="email"
          label="Email address"
          hint="Your private link to the application goes here."
          error={malformed}
          required
        >
          <Input
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            aria-describedby={over ? "email-count" : undefined}
          />
          <p id="email-count" role="status" className="mt-1.5 text-sm font-semibold text-error empty:hidden">
            {over}
          </p>
        </Field>
        <Checkbox
          id="terms"
          name="terms"
          value="yes"
          checked={terms}
          onChange={(event) => setTerms(event.currentTarget.checked)}
          aria-required
          label={
            <>
              I agree to the{" "}
              <Link
                to="/privacy-policy"
                target="_blank"
                className="font-medium text-sea-ink underline underline-offset-4"
              >
                terms and the privacy policy
              </Link>
            </>
          }
        />
      </div>
      <StartButton ready={ready} busy={busy} />
      <ul className="mt-6 grid gap-2.5 text-sm">
        <Note icon={<Save aria-hidden />}>Progress autosaves every 30 seconds.</Note>
        <Note icon={<Mail aria-hidden />}>A resume link is emailed to you: go on later, on any device.</Note>
      </ul>
      <p className="mt-5 border-t border-dune pt-4 text-sm text-stone">
        Started one already?{" "}
        <Link to="/apply/start" className="font-medium text-sea-ink underline underline-offset-4">
          Find it again
        </Link>
        .
      </p>
    </Form>
  );
}

/** Disabled until both are given (W-START-7), by script only: without script the server says what is missing. */
function StartButton({ ready, busy }: { ready: boolean; busy: boolean }) {
  const scripted = useScripted();
  return (
    <Button type="submit" variant="gold" size="lg" wide className="mt-6" disabled={scripted && !ready} busy={busy}>
      Start Application
    </Button>
  );
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-sea">
    {icon}
    <span>{children}</span>
  </li>
);
