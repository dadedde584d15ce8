import { data } from "react-router";
import { headTags } from "~/content/seo/head";
import { publicSettings } from "~/content/settings/settings.server";
import { telephoneLink } from "~/core/phones/phone-link";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import type { ConsultationRow } from "~/db/schema/consultations";
import { formatLength } from "~/mail/calendar/appointment-words";
import { privateLink } from "~/mail/links/private-links.server";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { staticPage } from "~/ui/static-page";
import { byDay, timeGone } from "../booking";
import { readTime } from "../check-booking.server";
import { confirmConsultation, readConfirmLink } from "../confirm-consultation.server";
import { isFreeFor } from "../occupy.server";
import { readNearest } from "../read-days.server";
import { describeTime } from "../times-text";
import type { Route } from "./+types/confirm";
import { ConsultationPage, LinkEnded, Summary } from "./page";
import { TimesOfDay } from "./time-choice";

export const handle = staticPage;

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Confirm your consultation", robots: "noindex" }, matches);
}

/** What is shown of a booking to the bearer of its link. */
const shown = ({ startsAt, minutes, way, zone, name, phone, topic, about }: ConsultationRow) => ({
  ...{ startsAt: startsAt.toISOString(), minutes, way, zone, name, phone, topic, about },
});

/**
 * `GET /consultation/confirm?token=`: shows what the link is for. Mail scanners follow links, so only the button
 * confirms.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { contactPhone } = await publicSettings(context.get(requestContext));
  const token = url.searchParams.get("token") ?? "";
  const link = await readConfirmLink(token);
  const base = { token, contactPhone, nearest: [] };
  if (link.state === "ended") return data({ ...base, state: link.state, booking: null, yours: "" }, 404);
  const booking = shown(link.booking);
  if (link.state === "booked") return data({ ...base, state: link.state, booking, yours: pathOf(link.booking) });
  const isGone = !link.isTaken && !(await isFreeFor(link.booking));
  return data({
    ...{ token, contactPhone, booking, yours: "" },
    state: isGone ? ("gone" as const) : link.state,
    nearest: isGone ? await readNearest(link.booking.startsAt, 12) : [],
  });
}

/** The link to the booking, without its origin. */
const pathOf = ({ id, linkSecret }: ConsultationRow): string => {
  const { pathname, search } = new URL(privateLink("consultation", id, linkSecret));
  return pathname + search;
};

export async function action({ request, context }: Route.ActionArgs) {
  await requireFormLimit(request, context.get(requestContext).address, "consultation confirm");
  const form = await readForm(request);
  const [token, time] = [form.get("token"), form.get("time")];
  const result = await confirmConsultation(
    typeof token === "string" ? token : "",
    typeof time === "string" ? readTime(time) : null,
  );
  if (result.ok)
    return data(
      { state: "done" as const, booking: shown(result.booking), yours: pathOf(result.booking), message: "" },
      // Stated, because the loader's status would count otherwise.
      200,
    );
  const status = statusOf(result);
  if (result.detail)
    return data(
      { state: "other" as const, booking: null, yours: "", message: result.detail.startsAt.toISOString() },
      status,
    );
  const state = result.reason === "conflict" ? ("gone" as const) : ("ended" as const);
  return data({ state, booking: null, yours: "", message: result.message }, status);
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { token, contactPhone, nearest } = loaderData;
  const state = actionData?.state ?? loaderData.state;
  const booking = actionData?.booking ?? loaderData.booking;
  const yours = actionData?.yours || loaderData.yours;
  const call = <TextLink to={telephoneLink(contactPhone)}>call us</TextLink>;
  if (state === "other")
    return (
      <ConsultationPage title="You already have a consultation">
        <p role="status">
          It is on {describeTime(actionData?.message ?? "", "")}. We did not book a second one. If that time no longer
          suits you, move or cancel it by the link in its email, or {call}.
        </p>
      </ConsultationPage>
    );
  if (state === "ended" || booking === null) return <LinkEnded call={call} />;
  if (state === "done" || state === "booked")
    return (
      <ConsultationPage title="Your consultation is booked">
        <p role="status">We’ve emailed you the details and a calendar file. We look forward to talking to you.</p>
        <Summary booking={booking} />
        {yours ? (
          <p>
            <ButtonLink to={yours} variant="outline" size="lg">
              Move or cancel it
            </ButtonLink>
          </p>
        ) : null}
      </ConsultationPage>
    );
  if (state === "gone")
    return (
      <ConsultationPage title="Choose another time">
        <Banner tone="warning" role="alert" title={timeGone}>
          Everything else you typed is still here.
        </Banner>
        <Summary booking={booking} hidesTime />
        {nearest.length > 0 ? (
          <form method="post" className="grid gap-6 text-base text-ink">
            <input type="hidden" name="token" value={token} />
            {byDay(nearest).map(({ day, times }, index) => (
              <TimesOfDay key={day} day={day} times={times} zone={booking.zone} id={index === 0 ? "time" : undefined} />
            ))}
            <Button type="submit" size="lg" className="justify-self-start max-sm:w-full">
              Confirm my consultation
            </Button>
          </form>
        ) : (
          <p>No other time can be booked online at the moment. Please {call}.</p>
        )}
      </ConsultationPage>
    );
  return (
    <ConsultationPage title="Confirm your consultation">
      <Summary booking={booking} />
      <p>{formatLength(booking.minutes)}, free of charge. Nothing is booked until you confirm.</p>
      <form method="post">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="gold" size="lg">
          Confirm my consultation
        </Button>
      </form>
    </ConsultationPage>
  );
}
