import { Mail, Save } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { MeantQuestion } from "~/applications/access/change/meant-question";
import { SharedCheckbox } from "~/applications/access/shared-tick";
import { useTermsPath } from "~/content/settings/use-figure-sentences";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { EmailInput } from "~/ui/forms/email-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { orUnreachable, type Sent } from "~/ui/forms/or-unreachable";
import { Select, type SelectOption } from "~/ui/forms/select";
import { Banner } from "~/ui/notices/banner";
import { OfflineNotice } from "~/ui/notices/offline-notice";
import { PageLink } from "~/ui/page-link";
import { useScripted } from "~/ui/use-scripted";
import { NotNeeded, type NotNeededQuestion } from "./not-needed";
import { noService, wrongTier } from "./tier-choice";
import { TierChoice, type TierOption } from "./tier-group";
import { readStartValues, type StartValues } from "./typed";

type Answered =
  | (StartValues & { message: string; asked?: { typed: string; meant: string } | NotNeededQuestion })
  | undefined;

const inText = "font-medium text-sea-ink underline underline-offset-4";

type FieldProblem = { id: string; message: string };

function problemsIn({ email, terms, message }: NonNullable<Answered>): FieldProblem[] {
  if (/valid email|^Email address/.test(message)) return [{ id: "email", message }];
  if (message.startsWith("Your nationality")) return [{ id: "nationality", message }];
  if (message === wrongTier) return [{ id: "tier", message }];
  if (!message.startsWith("Please provide")) return [];
  return [
    ...(email.trim() === "" ? [{ id: "email", message: "Please enter your email address" }] : []),
    ...(terms ? [] : [{ id: "terms", message: "Please agree to the terms and the privacy policy" }]),
  ];
}

/** Messages of a refused start, linked to their fields; takes the focus after every try. */
function Refusal({ answered, errors }: { answered: NonNullable<Answered>; errors: readonly FieldProblem[] }) {
  const container = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a try of its own.
  useEffect(() => container.current?.querySelector<HTMLElement>("[role=alert]")?.focus(), [answered]);
  return (
    <div ref={container} className="mt-5">
      {errors.length > 0 ? (
        <ErrorSummary
          title={errors[0]?.message === answered.message ? "Please check your answer" : answered.message}
          errors={errors}
        />
      ) : (
        <Banner tone="error" role="alert" tabIndex={-1}>
          {answered.message}
          {answered.message === noService ? <Ways /> : null}
        </Banner>
      )}
    </div>
  );
}

/** For the route's `clientAction`: without a response, keeps the page and says so. */
export const keepPageOnFailedStart = <Answer,>(sent: Sent<Answer>) =>
  orUnreachable(sent, (message, fields) => ({ ...readStartValues(fields), message }));

const Ways = () => (
  <>
    {" "}
    <PageLink to="/services" className={inText}>
      See all visas
    </PageLink>
    , or{" "}
    <PageLink to="/apply" className={inText}>
      continue without one
    </PageLink>
    .
  </>
);

/** Only email and agreement are required. */
export function StartForm({
  serviceId,
  tiers,
  attempt,
  nationalities,
  nationality,
  answered,
}: {
  serviceId: string;
  tiers: readonly TierOption[];
  attempt: string;
  nationalities: readonly SelectOption[];
  /** Of the URL. */
  nationality: string;
  answered: Answered;
}) {
  const form = useRef<HTMLFormElement>(null);
  const termsPath = useTermsPath();
  // Input typed before hydration fires no event that React sees: read it then.
  const [{ email, terms }, setInputs] = useState({ email: answered?.email ?? "", terms: answered?.terms ?? false });
  function read() {
    const formData = new FormData(form.current ?? undefined);
    setInputs({ email: String(formData.get("email") ?? ""), terms: formData.has("terms") });
  }
  useEffect(read, []);
  // Addresses have plain characters only, so UTF-16 units are what a person counts.
  const { length } = email.trim();
  const over = length > 254 ? `${length} of 254 characters` : "";
  const busy = useNavigation().state !== "idle";
  // Sending again would start an application without the visa. `service` still names it after other messages.
  const isServiceUnavailable = answered?.message === noService || (!serviceId && Boolean(answered?.service));
  const errors = answered ? problemsIn(answered) : [];
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.message;
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onInput={read}
      className="rounded-2xl border border-dune bg-white px-6 py-7 shadow-md sm:px-8"
    >
      {/* Enter clicks the first button of the form. */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
      <h2 className="text-2xl">Start your application</h2>
      {answered?.message ? <Refusal answered={answered} errors={errors} /> : null}
      {answered?.asked && "sentence" in answered.asked ? <NotNeeded question={answered.asked} /> : null}
      {answered?.asked && "meant" in answered.asked ? (
        <>
          <input type="hidden" name="anyway" value={answered.anyway} />
          <MeantQuestion
            key={answered.asked.typed}
            {...answered.asked}
            about="Our emails, with the link to your application, go to the address that you choose."
            use={{ name: "chosen", value: answered.asked.meant }}
            keep={{ name: "chosen", value: answered.asked.typed }}
            className="mt-5"
          />
        </>
      ) : null}
      {isServiceUnavailable ? <input type="hidden" name="tier" value={answered?.tier} /> : null}
      <input type="hidden" name="service" value={isServiceUnavailable ? answered?.service : serviceId} />
      <input type="hidden" name="attempt" value={attempt} />
      <div className="mt-6 grid gap-4">
        <Field
          id="email"
          label="Email address"
          hint="Your private link to the application goes here."
          error={errorOf("email")}
          required
        >
          <EmailInput
            name="email"
            autoComplete="email"
            defaultValue={answered?.email}
            aria-describedby={over ? "email-count" : undefined}
          />
          <p id="email-count" role="status" className="mt-1.5 text-sm font-semibold text-error empty:hidden">
            {over}
          </p>
        </Field>
        {nationalities.length > 0 && !isServiceUnavailable ? (
          <Field
            id="nationality"
            label={
              <>
                Your nationality <span className="text-sm font-normal text-stone">(optional)</span>
              </>
            }
            hint="We tell you if you do not need this visa."
            error={errorOf("nationality")}
          >
            <Select
              name="nationality"
              placeholder="Choose a country"
              options={nationalities}
              defaultValue={answered?.nationality ?? nationality}
            />
          </Field>
        ) : null}
        {tiers.length > 0 && !isServiceUnavailable ? (
          <TierChoice tiers={tiers} chosen={answered?.tier} error={errorOf("tier")} />
        ) : null}
        <Checkbox
          id="terms"
          name="terms"
          value="yes"
          defaultChecked={answered?.terms}
          aria-required
          error={errorOf("terms")}
          label={
            <>
              I agree to the{" "}
              <PageLink to={termsPath} target="_blank" className={inText}>
                terms
              </PageLink>{" "}
              and the{" "}
              <PageLink to="/privacy-policy" target="_blank" className={inText}>
                privacy policy
              </PageLink>
            </>
          }
        />
        <SharedCheckbox ticked={answered?.shared} />
      </div>
      <StartButton missing={missingWords(email.trim() !== "", terms)} busy={busy} />
      <ul className="mt-6 grid gap-2.5 text-sm">
        <Note icon={<Save aria-hidden />}>Progress autosaves every 30 seconds.</Note>
        <Note icon={<Mail aria-hidden />}>We’ll email you a link so you can continue later, on any device.</Note>
      </ul>
      <p className="mt-5 border-t border-dune pt-4 text-sm text-stone">
        Started one already?{" "}
        <PageLink to="/apply/start" className={inText}>
          Find it
        </PageLink>
        .
      </p>
      <OfflineNotice />
    </Form>
  );
}

function missingWords(hasEmail: boolean, agreed: boolean): string {
  if (!hasEmail) return `Enter your email address${agreed ? "." : " and agree to the terms."}`;
  return agreed ? "" : "Agree to the terms.";
}

/** Disabled until both are given, with script only: without script the server says what is missing. */
function StartButton({ missing, busy }: { missing: string; busy: boolean }) {
  const missingText = useScripted() ? missing : "";
  return (
    <>
      <Button
        type="submit"
        variant="gold"
        size="lg"
        wide
        className="mt-6"
        disabled={missingText !== ""}
        aria-describedby={missingText ? "start-missing" : undefined}
        busy={busy}
      >
        Start Application
      </Button>
      <p id="start-missing" role="status" className="mt-2 text-center text-sm text-stone empty:hidden">
        {missingText}
      </p>
    </>
  );
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-sea">
    {icon}
    <span>{children}</span>
  </li>
);
