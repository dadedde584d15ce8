import { ArrowLeft, ArrowRight, CalendarPlus } from "lucide-react";
import { data, redirect } from "react-router";
import { headTags } from "~/content/seo/head";
import { publicSettings } from "~/content/settings/settings.server";
import { telephoneLink } from "~/core/phones/phone-link";
import { requestContext } from "~/core/request-context";
import { formStatusOf } from "~/core/verbs/refused";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { staticPage } from "~/ui/static-page";
import { bookingPage } from "../booking";
import { ConsultationPage, LinkEnded, Summary } from "../public/page";
import { Days } from "../public/time-choice";
import { readDays } from "../read-days.server";
import { describeTime } from "../times-text";
import type { Route } from "./+types/yours";
import { calendarPathOf, doneViews, viewOf, yoursPathOf } from "./paths";
import { cancelYours, moveYours, openYours } from "./yours.server";

export const handle = staticPage;

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Your consultation", robots: "noindex" }, matches);
}

/**
 * `GET /consultation/yours?token=`: shows a consultation to the bearer of its link, and, by `view`, the free times or
 * the question whether to cancel. Changes nothing, because mail scanners follow links.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { contactPhone } = await publicSettings(context.get(requestContext));
  const token = url.searchParams.get("token") ?? "";
  const opened = await openYours(token);
  if (!opened) return data({ contactPhone, yours: null }, 404);
  const { row, inquiry, details, isCanceled, hasBegun, tooLate } = opened;
  const canChange = !isCanceled && tooLate === null;
  const view = canChange ? viewOf(url.searchParams.get("view")) : "show";
  const page = view === "move" ? await readDays(url.searchParams.get("from"), row.id) : null;
  const startsAt = row.startsAt.toISOString();
  return data({
    contactPhone,
    yours: {
      ...{ token, view, canChange, isCanceled, hasBegun, tooLate: hasBegun ? null : tooLate },
      ...{ seen: row.sequence, takenBy: details.takenBy, place: details.place },
      done: doneViews.find((done) => done === url.searchParams.get("done")) ?? null,
      // Its present time is free for itself alone.
      days: page && {
        ...page,
        days: page.days
          .map(({ day, times }) => ({ day, times: times.filter(({ at }) => at !== startsAt) }))
          .filter(({ times }) => times.length > 0),
      },
      booking: {
        ...{ startsAt, way: row.way, zone: row.zone, name: inquiry.fullName, phone: details.phone },
        ...{ topic: inquiry.visaService, about: inquiry.purpose },
      },
    },
  });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  await requireFormLimit(request, context.get(requestContext).address, "consultation yours");
  const form = await readForm(request);
  const token = url.searchParams.get("token") ?? "";
  const intent = form.get("intent") === "cancel" ? "cancel" : "move";
  const result = await (intent === "cancel" ? cancelYours(token) : moveYours(token, Object.fromEntries(form)));
  if (result.ok) throw redirect(yoursPathOf(token, { done: intent }));
  return data({ message: result.message }, formStatusOf(result));
}

export default function Yours({ loaderData: { contactPhone, yours }, actionData }: Route.ComponentProps) {
  const call = <TextLink to={telephoneLink(contactPhone)}>call us</TextLink>;
  if (yours === null) return <LinkEnded call={call} />;
  const refusal = actionData ? <Banner tone="error" role="alert" title={actionData.message} /> : null;
  if (yours.view === "move" && yours.days)
    return <Move yours={yours} days={yours.days} refusal={refusal} call={call} />;
  if (yours.view === "cancel") return <Cancel yours={yours} refusal={refusal} />;
  return <Show yours={yours} refusal={refusal} call={call} />;
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["yours"]>;
type PartProps = { yours: Shown; refusal: React.ReactNode };

function Show({ yours, refusal, call }: PartProps & { call: React.ReactNode }) {
  const { token, canChange, isCanceled, hasBegun, tooLate, takenBy, place, booking, done } = yours;
  const calendar = (
    <TextLink to={calendarPathOf(token)} reloadDocument look="standalone">
      <CalendarPlus aria-hidden className="size-4.5" />
      {isCanceled ? "Remove from calendar" : "Add to calendar"}
    </TextLink>
  );
  if (isCanceled)
    return (
      <ConsultationPage title="Your consultation is canceled">
        {refusal}
        <p role="status">
          It was on <strong>{describeTime(booking.startsAt, booking.zone)}</strong>. You can book another time whenever
          you like.
        </p>
        <p>
          <ButtonLink to={bookingPage} size="lg">
            Book another time
          </ButtonLink>
        </p>
        <p>{calendar}</p>
      </ConsultationPage>
    );
  return (
    <ConsultationPage title="Your consultation">
      {refusal}
      {done === "move" && !refusal ? (
        <Banner tone="success" role="status" title="Your consultation has been moved.">
          We’ve emailed you the new time and a calendar file.
        </Banner>
      ) : null}
      <p>{howItGoes(booking.way, takenBy, hasBegun)}</p>
      <Summary booking={booking} />
      {booking.way === "office" && place ? <p>{place}</p> : null}
      {tooLate && !refusal ? <Banner tone="info" title={tooLate} /> : null}
      {canChange ? (
        <p className="flex flex-wrap gap-3">
          <ButtonLink to={yoursPathOf(token, { view: "move" })} size="lg">
            Move
          </ButtonLink>
          <ButtonLink to={yoursPathOf(token, { view: "cancel" })} variant="outline" size="lg">
            Cancel
          </ButtonLink>
        </p>
      ) : null}
      {hasBegun ? <p>Do you have another question? Please {call}.</p> : <p>{calendar}</p>}
    </ConsultationPage>
  );
}

function howItGoes(way: Shown["booking"]["way"], takenBy: string, hasBegun: boolean): string {
  if (hasBegun) return "The time of your consultation has come.";
  const who = takenBy || "A consultant";
  if (way === "office") return `${who} will be expecting you at our office.`;
  return way === "whatsapp" ? `${who} will call you on WhatsApp.` : `${who} will call you.`;
}

type MoveProps = PartProps & { days: NonNullable<Shown["days"]>; call: React.ReactNode };

function Move({ yours: { token, seen, booking }, days: { days, earlier, later }, refusal, call }: MoveProps) {
  const keep = (
    <TextLink to={yoursPathOf(token)} look="standalone">
      <ArrowLeft aria-hidden className="size-4" /> Keep the time I have
    </TextLink>
  );
  const pageOf = (from: string) => yoursPathOf(token, { view: "move", from });
  return (
    <ConsultationPage title="Choose another time">
      {refusal}
      <p>
        You have <strong>{describeTime(booking.startsAt, booking.zone)}</strong>. It stays yours until you choose
        another one.
      </p>
      {days.length > 0 ? (
        <form method="post" className="grid gap-7 text-base text-ink">
          <input type="hidden" name="seen" value={seen} />
          <Days days={days} zone={booking.zone} chosen="" onChoose={() => {}} />
          {earlier === null && later === null ? null : (
            <nav aria-label="Days" className="flex flex-wrap gap-3">
              {earlier === null ? null : (
                <ButtonLink to={pageOf(earlier)} variant="outline" before={<ArrowLeft aria-hidden />}>
                  Earlier days
                </ButtonLink>
              )}
              {later === null ? null : (
                <ButtonLink to={pageOf(later)} variant="outline" after={<ArrowRight aria-hidden />}>
                  Later days
                </ButtonLink>
              )}
            </nav>
          )}
          <Button type="submit" name="intent" value="move" size="lg" className="justify-self-start max-sm:w-full">
            Move my consultation
          </Button>
        </form>
      ) : (
        <p>No other time can be booked online at the moment. Please {call}.</p>
      )}
      <p>{keep}</p>
    </ConsultationPage>
  );
}

function Cancel({ yours: { token, booking }, refusal }: PartProps) {
  return (
    <ConsultationPage title="Cancel your consultation?">
      {refusal}
      <p>
        It is on <strong>{describeTime(booking.startsAt, booking.zone)}</strong>. If only the time doesn’t suit you, you
        can <TextLink to={yoursPathOf(token, { view: "move" })}>move it</TextLink> instead.
      </p>
      <form method="post" className="flex flex-wrap items-center gap-3">
        <Button type="submit" name="intent" value="cancel" size="lg">
          Cancel consultation
        </Button>
        <ButtonLink to={yoursPathOf(token)} variant="outline" size="lg">
          Keep consultation
        </ButtonLink>
      </form>
    </ConsultationPage>
  );
}
