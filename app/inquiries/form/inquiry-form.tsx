import { ArrowRight } from "lucide-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import type { CountryOption } from "~/core/countries/country-search";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { hasDetails, type InquiryName, isDetail } from "~/inquiries/inquiry";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { HoneypotField } from "~/ui/forms/honeypot-field";
import { MessageBanner } from "~/ui/notices/banner";
import { useScripted } from "~/ui/use-scripted";
import { contentOf, failedToSend, sendInquiryForm } from "./client";
import { InquiryDetails } from "./details";
import { DetailFields, InquiryFields } from "./fields";
import { InquiryFiles } from "./files";
import { PrivacyConsent } from "./privacy-consent";
import type { InquiryAnswer } from "./request.server";
import { InquirySent } from "./sent";
import { type InquiryDraft, useInquiryDraft } from "./use-draft";

export type InquiryFormProps = {
  countries: readonly CountryOption[];
  /** The possible services, in the order of the form. */
  services: readonly string[];
  /** The preselected service, from the page that the visitor came from. */
  service: string;
  answered: InquiryAnswer | undefined;
};

/**
 * The inquiry form. Without JavaScript the page handles it; with it, the form is sent in place, and no input is lost.
 */
export function InquiryForm({ countries, services, service, answered }: InquiryFormProps) {
  const scripted = useScripted();
  const { response } = useFigureSentences();
  const draft = useInquiryDraft(service, answered);
  const { start, files, form, save } = draft;
  const { result, sending, tries, submit, settlePhone } = useSending(draft, answered);
  const problems = (result?.ok ? undefined : result?.detail?.problems) ?? [];
  const problem = (name: InquiryName | "files") => problems.find((problem) => problem.name === name)?.message;
  const fieldProps = { values: start.values, problem };
  const details = {
    filled: start.unfolded || hasDetails(start.values) || files.uploads.length > 0,
    problemAttempt: problems.some(({ name }) => isDetail(name)) ? tries + 1 : 0,
  };
  return (
    <div>
      <Outcome result={result} />
      <ErrorSummary
        key={tries}
        title="Please check these answers"
        errors={problems.map(({ name, message }) => ({ id: name, message }))}
        className="mb-8"
      />
      <form
        key={start.round}
        ref={form}
        method="post"
        action="/contact#inquiry"
        encType="multipart/form-data"
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={save}
        aria-label="Inquiry"
        className="grid gap-8"
      >
        {/* Enter uses the first submit button. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
        <InquiryFields
          {...fieldProps}
          services={services}
          offered={problems.find(({ name }) => name === "phone")?.offered}
          onPhone={settlePhone}
        />
        <InquiryDetails {...details}>
          <DetailFields {...fieldProps} countries={countries} />
          <InquiryFiles files={files} error={problem("files")} scripted={scripted} />
        </InquiryDetails>
        <div className="grid gap-6">
          <PrivacyConsent isChecked={start.values.privacyConsent} problem={problem("privacyConsent")} />
          <HoneypotField />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button
              type="submit"
              variant="gold"
              size="lg"
              className="max-sm:w-full"
              disabled={files.busy}
              busy={sending}
              busyLabel="Submitting..."
              after={<ArrowRight aria-hidden />}
            >
              Send my inquiry
            </Button>
            <p className="text-sm text-stone">
              {files.busy ? "One moment, your files are being uploaded." : `You’ll hear from us within ${response}.`}
            </p>
          </div>
        </div>
      </form>
    </div>
  );
}

type Result = InquiryAnswer["result"] | undefined;

const isSent = (result: Result) => result?.ok === true && result.reference !== undefined;

/** The message above the form; problems of fields are shown at the fields. */
function failureOf(result: Result): string | undefined {
  if (!result || result.ok || result.detail) return undefined;
  return result.message || failedToSend;
}

/** Sends the form by script. The initial result is that of a POST without JavaScript. */
function useSending({ files, attempt, save, clear }: InquiryDraft, answered: InquiryAnswer | undefined) {
  const [result, setResult] = useState<Result>(answered?.result);
  const [sending, setSending] = useState(false);
  const [tries, setTries] = useState(0);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || files.busy) return;
    const element = event.currentTarget;
    const documents = files.stored.map(({ id }) => id);
    const content = contentOf(element, documents).toString();
    // Equal content uses the same idempotency key; content changed after a lost response gets a new one.
    if (attempt.current.content !== content) attempt.current = { key: newIdempotencyKey(), content };
    save();
    setSending(true);
    const result = await sendInquiryForm(element, { documents, attempt: attempt.current.key });
    setSending(false);
    setResult(result);
    setTries((count) => count + 1);
    if (result.ok) clear();
    else if (result.detail?.gone) files.drop(result.detail.gone);
  }
  /** The suggested phone number was accepted, so its problem is solved. */
  function settlePhone() {
    setResult((now) => {
      if (!now || now.ok || !now.detail?.problems) return now;
      return {
        ...now,
        detail: { ...now.detail, problems: now.detail.problems.filter(({ name }) => name !== "phone") },
      };
    });
  }
  return { result, sending, tries, submit, settlePhone };
}

/** The result, unless it is shown at the fields. Takes the focus when it appears. */
function Outcome({ result }: { result: Result }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSent(result) || failureOf(result)) notice.current?.focus();
  }, [result]);
  const failure = failureOf(result);
  return (
    <div ref={notice} tabIndex={-1} className="scroll-mt-28">
      {isSent(result) ? <InquirySent {...result} reference={result.reference} /> : null}
      <MessageBanner message={failure} className="mb-8" />
    </div>
  );
}
