import { ArrowRight } from "lucide-react";
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { newAttempt } from "~/attempt-key";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import type { CountryOption } from "~/ui/country-combobox";
import { ErrorSummary } from "~/ui/error-summary";
import { TrapField } from "~/ui/trap-field";
import { useScripted } from "~/ui/use-scripted";
import { emptyInquiry, type InquiryName, type InquiryValues } from "./inquiry";
import {
  type Attempt,
  contentOf,
  dropDraft,
  failedToSend,
  keepDraft,
  readDraft,
  type Sent,
  sendInquiryForm,
} from "./inquiry-client";
import { InquiryFields } from "./inquiry-fields";
import { InquiryFiles } from "./inquiry-files";
import type { InquiryAnswer } from "./inquiry-request.server";
import { InquirySent } from "./inquiry-sent";
import { type Place, placeIn, returnTo, typedEarly } from "./typed-early";
import { useUploads } from "./use-uploads";

export type InquiryFormProps = {
  countries: readonly CountryOption[];
  /** Chosen beforehand: where the visitor comes from says it. */
  service: string;
  /** What the server answered to a post without script. */
  answered: InquiryAnswer | undefined;
};

/** The inquiry form. Without script the page answers it; with script it stays, and nothing typed is lost. */
export function InquiryForm({ countries, service, answered }: InquiryFormProps) {
  const scripted = useScripted();
  const fresh = { ...emptyInquiry, visaService: service };
  const begun = answered && answered.result.outcome !== "sent" ? answered : undefined;
  const [start, setStart] = useState<{ round: number; values: InquiryValues }>({
    round: 0,
    values: begun?.values ?? fresh,
  });
  const [result, setResult] = useState<Sent | InquiryAnswer["result"] | undefined>(answered?.result);
  const [sending, setSending] = useState(false);
  const [tries, setTries] = useState(0);
  const files = useUploads(begun?.files ?? []);
  const form = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const attempt = useRef<Attempt>({ key: "", content: "" });
  const since = useRef(0);
  const place = useRef<Place>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when script takes over.
  useEffect(() => {
    since.current = Date.now();
    const draft = answered ? undefined : readDraft();
    if (answered) dropDraft();
    const early = form.current ? typedEarly(form.current, start.values) : {};
    if (!draft) {
      if (Object.keys(early).length === 0) return;
      since.current = performance.timeOrigin;
      return keep();
    }
    since.current = draft.since;
    attempt.current = draft.attempt ?? attempt.current;
    // Whoever comes from the page of another service asks about that one now.
    const visaService = service !== draft.service ? service || draft.values.visaService : draft.values.visaService;
    const values = { ...fresh, ...draft.values, visaService, ...early };
    place.current = placeIn(form.current);
    setStart({ round: 1, values });
    files.restore(draft.files, draft.unfinished ?? []);
  }, []);
  // The form of what was kept is another form: whoever was in the first one stands at the same place of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form is another one.
  useLayoutEffect(() => {
    if (place.current) returnTo(place.current);
    place.current = undefined;
  }, [start.round]);

  const chosen = [...files.kept.map(({ id }) => id), "", ...files.unfinished.map(({ key }) => key)].join(" ");
  const noted = useRef(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other files are kept, or on their way.
  useEffect(() => {
    if (noted.current === chosen) return;
    noted.current = chosen;
    if (chosen.trim() || readDraft()) keep();
  }, [chosen]);
  useEffect(() => {
    if (result && result.outcome !== "invalid" && result.outcome !== "changed") notice.current?.focus();
  }, [result]);

  function keep() {
    const unfinished = files.unfinished.map(({ name, size }) => ({ name, size }));
    const rest = { files: files.kept, unfinished, attempt: attempt.current, since: since.current, service };
    if (form.current) keepDraft(form.current, rest);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || files.busy) return;
    const element = event.currentTarget;
    const documents = files.kept.map(({ id }) => id);
    const content = contentOf(element, documents).toString();
    // The same content again is the same attempt; what was changed after a lost answer is a new one.
    if (attempt.current.content !== content) attempt.current = { key: newAttempt(), content };
    keep();
    setSending(true);
    const elapsed = Date.now() - since.current;
    const sent = await sendInquiryForm(element, { documents, attempt: attempt.current.key, elapsed });
    setSending(false);
    setResult(sent);
    setTries((count) => count + 1);
    if (sent.outcome === "invalid" && sent.gone) files.drop(sent.gone);
    if (sent.outcome !== "sent") return;
    dropDraft();
    attempt.current = { key: "", content: "" };
    since.current = Date.now();
    files.replace([]);
    setStart(({ round }) => ({ round: round + 1, values: fresh }));
  }

  const problems = result?.outcome === "invalid" ? result.problems : [];
  const problem = (name: InquiryName | "files") => problems.find((one) => one.name === name)?.message;
  const failure =
    result && "message" in result && result.message
      ? result.message
      : result?.outcome === "failed"
        ? failedToSend
        : undefined;

  return (
    <div>
      <div ref={notice} tabIndex={-1} className="scroll-mt-28">
        {result?.outcome === "sent" ? <InquirySent reference={result.reference} email={result.email} /> : null}
        {failure ? (
          <Banner tone="error" role="alert" className="mb-8">
            {failure}
          </Banner>
        ) : null}
      </div>
      <ErrorSummary
        key={tries}
        title="Please look at these answers again"
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
        onInput={keep}
        aria-label="Inquiry"
        className="grid gap-11"
      >
        {/* The first button is the one that Enter presses. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
        <InquiryFields values={start.values} countries={countries} problem={problem} />
        <InquiryFiles files={files} error={problem("files")} scripted={scripted} />
        <div className="grid gap-6">
          <Checkbox
            id="privacyConsent"
            name="privacyConsent"
            value="yes"
            framed
            defaultChecked={start.values.privacyConsent}
            error={problem("privacyConsent")}
            aria-required
            label={
              <>
                I accept the{" "}
                <a
                  href="/privacy-policy"
                  target="_blank"
                  rel="noopener"
                  className="font-medium text-sea-ink underline underline-offset-4"
                >
                  privacy policy
                </a>
                <span className="sr-only"> (opens in a new tab)</span>: you may use what I send to answer me.
              </>
            }
          />
          <TrapField />
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
              {files.busy ? "One moment, your files are being uploaded." : "You have an answer within 24 hours."}
            </p>
          </div>
        </div>
      </form>
    </div>
  );
}
