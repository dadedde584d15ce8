import { ArrowLeft, ArrowRight, CalendarClock } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { data, Form, type ShouldRevalidateFunctionArgs, useNavigate, useNavigation } from "react-router";
import { MeantQuestion } from "~/applications/access/change/meant-question";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { readExtra } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { publicSettings } from "~/content/settings/settings.server";
import { idempotencyHash } from "~/core/idempotency-hash.server";
import { telephoneLink } from "~/core/phones/phone-link";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { isDay, nassauZone } from "~/core/time";
import { formStatusOf, refuse } from "~/core/verbs/refused";
import { formatZone, isZone } from "~/core/zones/wall-time";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { PrivacyConsent } from "~/inquiries/form/privacy-consent";
import { serviceOfParam, serviceOptions } from "~/inquiries/services";
import { log } from "~/log.server";
import { formatLength } from "~/mail/calendar/appointment-words";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { FieldError } from "~/ui/forms/field";
import { HoneypotField, isHoneypotFilled } from "~/ui/forms/honeypot-field";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { usedPhone } from "~/ui/forms/use-phone";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { NumberedSteps } from "~/ui/numbered-steps";
import { PageHero } from "~/ui/page-hero";
import { useScripted } from "~/ui/use-scripted";
import { type BookingResult, bookConsultation } from "../book-consultation.server";
import { type BookingValues, bookingPage, byDay, emptyBooking, type OfferedTime, readBookingForm } from "../booking";
import { readTime } from "../check-booking.server";
import { type DaysPage, readDays, readNearest } from "../read-days.server";
import { describeTime } from "../times-text";
import type { Route } from "./+types/consultation";
import { BookingFields } from "./booking-fields";
import { NoTimes } from "./no-times";
import { Days, TimesOfDay } from "./time-choice";
import { ToConfirm } from "./to-confirm";
import { ZoneChoice } from "./zone-choice";

const trail = [{ label: "Book a consultation" }];

/** `/consultation`: the free times, from `?from=`, also in the zone of `?zone=`; rendered for each request. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [from, zone] = [url.searchParams.get("from"), url.searchParams.get("zone")];
  const first = isDay(from) ? from : null;
  const [head, settings, active, page] = await Promise.all([
    pageHead(visit, bookingPage),
    publicSettings(visit),
    readExtra(visit, "the services that a consultation can be about", activeServiceNames(), []),
    readDaysUnlessAway(first),
  ]);
  const { contactPhone, whatsappPhone, contactEmail, said, addressLine1, addressLine2, bookingPath } = settings;
  return data(
    {
      head: {
        ...withData(head, [breadcrumbData(trail, visit.origin)]),
        ...(url.search === "" && bookingPath === bookingPage ? {} : { robots: "noindex, follow" }),
      },
      ...(page ?? noDays),
      isAway: page === null,
      from: first,
      zone: zone !== null && isZone(zone) ? zone : null,
      topics: serviceOptions(active),
      topic: serviceOfParam(url.searchParams.get("service"), active),
      // One booking of this page, however often its form is sent.
      attempt: crypto.randomUUID(),
      office: { contactPhone, whatsappPhone, contactEmail, subject: `Free ${said.consultationAs} consultation` },
      place: [addressLine1, addressLine2].filter(Boolean).join(", "),
    },
    { status: page === null ? 503 : 200, headers: { "Cache-Control": "no-store" } },
  );
}

const noDays: DaysPage = { days: [], earlier: null, later: null, minutes: 30 };

/** Null while the database is unavailable: then the page has the phone number. */
async function readDaysUnlessAway(from: string | null): Promise<DaysPage | null> {
  try {
    return await readDays(from);
  } catch (err) {
    if (isDatabaseUnavailable(err)) return null;
    throw err;
  }
}

type Answer = { values: BookingValues; result: BookingResult | null; nearest: OfferedTime[] };

const failedToBook = "We couldn’t book this time. Please try again.";

export async function action({ request, context }: Route.ActionArgs) {
  const { address, requestId } = context.get(requestContext);
  await requireFormLimit(request, address, "consultation");
  const form = await readForm(request);
  const answer = await answerTo(form, { address, requestId });
  const { result } = answer;
  const limited = result?.ok === false && result.reason === "limited" ? hourlyLimitResponse.headers : {};
  return data(answer, {
    status: result ? formStatusOf(result) : 200,
    headers: { "Cache-Control": "no-store", ...limited },
  });
}

async function answerTo(form: FormData, context: { address: string; requestId: string }): Promise<Answer> {
  const intent = form.get("intent");
  const phone = usedPhone(intent, "phone");
  const sent = readBookingForm(form);
  const email = chosenEmail(intent, "use") ?? chosenEmail(intent, "keep") ?? sent.email;
  const values = shown({ ...sent, email, phone: phone ?? sent.phone });
  // Without JavaScript: the suggested phone number was accepted, and the form comes back with it.
  if (phone !== undefined) return { values, result: null, nearest: [] };
  try {
    const { attempt, ...typed } = { attempt: form.get("attempt"), ...sent, email };
    const key = typeof attempt === "string" ? attempt : "";
    const result = await bookConsultation(context, {
      values: typed,
      attempt: idempotencyHash("consultation", { owner: typed.email.trim().toLowerCase(), key }, typed),
      mechanical: isHoneypotFilled(form),
      confirmedEmail: chosenEmail(intent, "use") ?? chosenEmail(intent, "keep") ?? "",
    });
    const isGone = !result.ok && result.reason === "conflict" && !result.detail;
    return { values, result, nearest: isGone ? await readNearest(readTime(sent.time)) : [] };
  } catch (err) {
    // That page has everything that was sent, and sends it again.
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err, requestId: context.requestId }, "a consultation could not be booked");
    return { values, result: refuse("failed", failedToBook), nearest: [] };
  }
}

/** The answer to `Did you mean …?`. */
const chosenEmail = (intent: unknown, which: "use" | "keep"): string | undefined =>
  typeof intent === "string" && intent.startsWith(`${which}:`) ? intent.slice(which.length + 1) : undefined;

/** Without characters that a page can't show. */
const shown = ({ privacyConsent, ...texts }: BookingValues): BookingValues => ({
  ...emptyBooking,
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, stripInvalidCharacters(text)])),
  privacyConsent,
});

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(
    sent,
    (message, fields): Answer => ({
      ...{ values: readBookingForm(fields), nearest: [] },
      result: { ok: false, reason: "failed", message, detail: undefined },
    }),
  );

/** A time that is gone leaves the list. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => actionHeaders ?? loaderHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

const steps = [
  { title: "You choose a time", text: "We keep it for you for an hour." },
  { title: "You confirm it", text: "We email you a link. One click, and the time is yours." },
  {
    title: "We talk",
    text: "You’ll know which visa you need, if any, what it costs, and which documents to get ready.",
  },
];

export default function Consultation({ loaderData, actionData }: Route.ComponentProps) {
  const { days, minutes, office } = loaderData;
  const isBooked = actionData?.result?.ok === true;
  return (
    <>
      <PageHero
        trail={trail}
        seed="consultation"
        eyebrow="Free consultation"
        title="Book a consultation"
        lead={`${formatLength(minutes)} with a consultant in Nassau, by phone, by WhatsApp or at our office. It costs nothing.`}
      />
      <div className="page grid gap-x-14 gap-y-16 pt-12 pb-20 sm:pt-16 sm:pb-28 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-20">
        <div className="min-w-0">
          {actionData?.result?.ok ? (
            <ToConfirm booked={actionData.result} />
          ) : days.length > 0 ? (
            <BookingForm page={loaderData} answer={actionData} />
          ) : (
            <NoTimes office={office} isAway={loaderData.isAway} />
          )}
        </div>
        {days.length > 0 || isBooked ? (
          <aside aria-labelledby="next" className="min-w-0">
            <h2 id="next" className="mb-6 text-2xl">
              What happens next
            </h2>
            <NumberedSteps steps={isBooked ? steps.slice(1) : steps} />
            <p className="mt-8 text-stone">
              {isBooked ? "Do you need help?" : "No time suits you?"}{" "}
              <TextLink to={telephoneLink(office.contactPhone)}>Call {office.contactPhone}</TextLink>, or{" "}
              <TextLink to="/contact">write to us</TextLink>.
            </p>
          </aside>
        ) : null}
      </div>
    </>
  );
}

type PageData = Route.ComponentProps["loaderData"];

function BookingForm({ page, answer }: { page: PageData; answer: Answer | undefined }) {
  const { days, earlier, later, topics, topic, attempt, from } = page;
  const form = useRef<HTMLFormElement>(null);
  const scripted = useScripted();
  const navigate = useNavigate();
  const sending = useNavigation().formMethod === "POST";
  const values = answer?.values ?? { ...emptyBooking, topic };
  const [zone, chooseZone] = useZone(page.zone, values.zone);
  const [chosen, setChosen] = useState(values.time);
  // Chosen before hydration.
  useEffect(() => {
    const early = form.current?.querySelector<HTMLInputElement>("input[name=time]:checked");
    if (early) setChosen(early.value);
  }, []);
  const refused = answer?.result?.ok === false ? answer.result : undefined;
  const detail = refused?.detail;
  const problems = detail && "problems" in detail ? detail.problems : [];
  const nearest = answer?.nearest ?? [];
  const isGone = refused?.reason === "conflict" && !detail;
  const near = new Set(nearest.map(({ at }) => at));
  const listed = days
    .map(({ day, times }) => ({ day, times: times.filter(({ at }) => !near.has(at)) }))
    .filter(({ times }) => times.length > 0);
  const isListed = near.has(chosen) || listed.some(({ times }) => times.some(({ at }) => at === chosen));
  const choice = { zone, chosen, onChoose: setChosen };
  const timeProblem = problems.find(({ name }) => name === "time")?.message;
  /** With script the form stays, with everything typed. */
  const pageOf = (first: string) => {
    const to = `${bookingPage}?${new URLSearchParams({ from: first, ...(page.zone === null ? {} : { zone: page.zone }) })}`;
    const onClick = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(to, { preventScrollReset: true });
    };
    return { to, onClick };
  };
  return (
    <div>
      <Refusal key={attemptOf(answer)} message={refused && !detail && !isGone ? refused.message || failedToBook : ""} />
      <ErrorSummary
        title="Please check these answers"
        errors={problems.map(({ name, message }) => ({ id: name, message }))}
        className="mb-8"
      />
      <SectionHeading
        id="times"
        eyebrow="Step 1"
        title="Choose a time"
        intro={
          zone === nassauZone
            ? "All times are Nassau time."
            : `All times are Nassau time. ${formatZone(zone)} is below where it differs.`
        }
        className="mb-6 scroll-mt-28"
      />
      <ZoneChoice zone={zone} from={from} scripted={scripted} onChoose={chooseZone} />
      <Form ref={form} method="post" noValidate preventScrollReset aria-label="Consultation" className="mt-6">
        {/* Enter uses the first submit button. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
        <input type="hidden" name="attempt" value={attempt} />
        <input type="hidden" name="zone" value={zone} />
        {chosen !== "" && !isListed && !isGone ? <input type="hidden" name="time" value={chosen} /> : null}
        <section aria-labelledby="times">
          {timeProblem ? (
            <div className="mb-3">
              <FieldError id="time">{timeProblem}</FieldError>
            </div>
          ) : null}
          {isGone ? (
            <Banner
              tone="error"
              role="alert"
              tabIndex={-1}
              title={refused.message}
              className="mb-6 scroll-mt-28"
              ref={(notice: HTMLDivElement | null) => notice?.focus()}
            >
              {nearest.length > 0
                ? byDay(nearest).map(({ day, times }) => (
                    <div key={day} className="mt-3">
                      <TimesOfDay day={day} times={times} {...choice} />
                    </div>
                  ))
                : "No other time is free at the moment."}
            </Banner>
          ) : null}
          <Days days={listed} {...choice} />
          {earlier === null && later === null ? null : (
            <nav aria-label="Days" className="mt-5 flex flex-wrap justify-between gap-3">
              {earlier === null ? (
                <span />
              ) : (
                <ButtonLink {...pageOf(earlier)} variant="outline" before={<ArrowLeft aria-hidden />}>
                  Earlier days
                </ButtonLink>
              )}
              {later === null ? null : (
                <ButtonLink {...pageOf(later)} variant="outline" after={<ArrowRight aria-hidden />}>
                  Later days
                </ButtonLink>
              )}
            </nav>
          )}
        </section>
        <section aria-labelledby="you" className="mt-14">
          <SectionHeading
            id="you"
            eyebrow="Step 2"
            title="Tell us about you"
            intro="We’ll email you a link to confirm the time."
            className="mb-6"
          />
          <BookingFields values={values} problems={problems} topics={topics} place={page.place} />
          <div className="mt-8 grid gap-6">
            {detail && "meant" in detail ? (
              <MeantQuestion
                {...detail}
                about="The address looks misspelled, and the link to confirm goes there."
                use={{ name: "intent", value: `use:${detail.meant}` }}
                keep={{ name: "intent", value: `keep:${detail.typed}` }}
              />
            ) : null}
            <PrivacyConsent
              isChecked={values.privacyConsent}
              problem={problems.find(({ name }) => name === "privacyConsent")?.message}
            />
            <HoneypotField />
            {chosen === "" ? null : (
              <p role="status" className="flex items-start gap-3 rounded-md bg-foam px-4 py-3.5 text-navy">
                <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0 text-sea-ink" />
                <span>
                  <span className="block text-sm text-stone">Your time</span>
                  <strong className="font-semibold">{describeTime(chosen, zone)}</strong>
                </span>
              </p>
            )}
            <Button
              type="submit"
              variant="gold"
              size="lg"
              className="justify-self-start max-sm:w-full"
              busy={sending}
              busyLabel="Booking…"
              after={<ArrowRight aria-hidden />}
            >
              Book this time
            </Button>
          </div>
        </section>
      </Form>
    </div>
  );
}

/** The zone of the address, of the form that came back, or with script the browser's; Nassau's at first. */
function useZone(requested: string | null, sent: string) {
  const [zone, setZone] = useState(requested ?? (isZone(sent) ? sent : nassauZone));
  useEffect(() => {
    if (requested !== null || sent !== "") return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (isZone(timeZone)) setZone(timeZone);
  }, [requested, sent]);
  return [zone, setZone] as const;
}

const attemptOf = (answer: Answer | undefined) => JSON.stringify(answer?.result ?? null);

/** A refusal that is shown at no field. Takes the focus when it appears. */
function Refusal({ message }: { message: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  if (message === "") return null;
  return (
    <Banner ref={notice} tabIndex={-1} tone="error" role="alert" className="mb-8 scroll-mt-28">
      {message}
    </Banner>
  );
}
