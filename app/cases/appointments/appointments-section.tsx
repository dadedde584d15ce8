import { CalendarPlus, Check, ChevronDown } from "lucide-react";
import { useState } from "react";
import { NotSent } from "~/applications/forms-without-reload/not-sent";
import { isAsSent, useSentForm } from "~/applications/forms-without-reload/use-sent-form";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { nassauLongDate } from "~/core/time";
import { appointmentKindLabels, formatLength, isLink } from "~/mail/calendar/appointment-words";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { OverLimit } from "~/ui/forms/over-limit";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { Banner } from "~/ui/notices/banner";
import { AppointmentTimes } from "./appointment-times";
import type { ShownAppointment } from "./read.server";
import { type AppointmentAnswer, otherTimeLimit } from "./words";

type Props = {
  id: string;
  appointments: readonly ShownAppointment[];
  /** Result of the form that was sent without a script. */
  answer?: AppointmentAnswer | undefined;
  /** The section is a page by itself and needs no heading. */
  headless?: boolean;
};

/** The appointments of a case as its holder sees them; nothing if there are none. */
export function Appointments({ id, appointments, answer, headless = false }: Props) {
  if (appointments.length === 0) return null;
  return (
    <section id="appointments" aria-labelledby="appointments-title">
      <h2 id="appointments-title" className={headless ? "sr-only" : "text-2xl print:text-[14pt]"}>
        Appointments
      </h2>
      <ul className="mt-4 grid gap-5">
        {appointments.map((appointment) => (
          <Appointment
            key={appointment.id}
            id={id}
            appointment={appointment}
            answer={answer?.appointment === appointment.id ? answer : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

type AppointmentProps = { id: string; appointment: ShownAppointment; answer: AppointmentAnswer | undefined };

function Appointment({ id, appointment, answer }: AppointmentProps) {
  const { kind, startsAt, zone, minutes, place, bring, state, hasBegun } = appointment;
  const isOff = state === "cancelled";
  const title = `appointment-${appointment.id}`;
  return (
    <li>
      <article
        aria-labelledby={title}
        className="break-inside-avoid rounded-2xl border border-dune bg-white px-5 py-5 sm:px-7 sm:py-6"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 id={title} className="text-xl">
            {appointmentKindLabels[kind]}
          </h3>
          <State appointment={appointment} />
        </div>
        <div className={isOff ? "mt-2 line-through decoration-stone" : "mt-2"}>
          <AppointmentTimes startsAt={startsAt} zone={zone} />
        </div>
        {isOff ? (
          <p className="mt-2 text-stone">You don’t need to come.</p>
        ) : (
          <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 sm:gap-x-8 sm:gap-y-3">
            <Fact label="Length">{formatLength(minutes)}</Fact>
            <Fact label={isLink(place) ? "Link" : "Place"}>
              {isLink(place) ? (
                <a href={place} rel="noreferrer" className="text-sea-ink underline underline-offset-4">
                  {place}
                </a>
              ) : (
                place
              )}
            </Fact>
            {bring ? <Fact label="What to bring">{bring}</Fact> : null}
          </dl>
        )}
        {isOff ? null : <RequestedOtherTime appointment={appointment} />}
        <div className="no-print mt-5">
          {isOff || hasBegun ? null : <Answers id={id} appointment={appointment} answer={answer} />}
          <TextLink
            to={`/apply/${id}/appointments/${appointment.id}.ics`}
            reloadDocument
            look="standalone"
            className="mt-1"
          >
            <CalendarPlus aria-hidden className="size-4.5" />
            {isOff ? "Remove from calendar" : "Add to calendar"}
          </TextLink>
        </div>
      </article>
    </li>
  );
}

/** Canceled, confirmed with the day, or what the appointment waits for; shared with the desk. */
export function State({ appointment }: { appointment: Pick<ShownAppointment, "state" | "confirmedAt" | "otherTime"> }) {
  const { state, confirmedAt, otherTime } = appointment;
  if (state === "cancelled") return <Badge tone="gray">Canceled</Badge>;
  if (otherTime !== null) return <Badge tone="orange">Different time requested</Badge>;
  if (confirmedAt === null) return <Badge tone="yellow">Not confirmed yet</Badge>;
  return (
    <Badge tone="green" icon={<Check aria-hidden className="shrink-0" />} className="whitespace-normal!">
      Confirmed on {nassauLongDate(confirmedAt)}
    </Badge>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-stone">{label}</dt>
      <dd dir="auto" className="font-medium whitespace-pre-line wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}

function RequestedOtherTime({ appointment: { otherTime, otherTimeAt } }: Pick<AppointmentProps, "appointment">) {
  if (otherTime === null || otherTimeAt === null) return null;
  return (
    <div className="mt-4 rounded-lg bg-sand px-4 py-3">
      <p className="font-semibold">You asked for another time on {nassauLongDate(otherTimeAt)}</p>
      <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
        {otherTime}
      </p>
      <p className="mt-1 text-sm text-stone">We’ll write to you. Until then, the appointment stays as it is.</p>
    </div>
  );
}

const done = {
  confirm: "Confirmed. Thank you.",
  "other-time": "Sent. We’ll write to you about another time.",
} as const;

/** Both forms; a script sends them without leaving the page. */
function Answers({ id, appointment, answer: unscripted }: AppointmentProps) {
  // Remounts the field, empty, after its text was sent; text typed in the meantime stays.
  const [round, setRound] = useState(0);
  // Keep one key until a send succeeds: a reload between a lost response and the retry must not change it.
  const [attempt, setAttempt] = useState<string>(appointment.attempt);
  const sent = useSentForm<AppointmentAnswer>(`/apply/${id}/appointments/answer`, ({ done }, fields, form) => {
    setAttempt(newIdempotencyKey());
    if (done && isAsSent(form, fields, "text")) setRound((count) => count + 1);
    return { isChanged: done };
  });
  const answer = sent.answer ?? unscripted;
  const hidden = (
    <>
      <input type="hidden" name="appointment" value={appointment.id} />
      <input type="hidden" name="seen" value={appointment.sequence} />
    </>
  );
  const to = `/apply/${id}/appointments`;
  const refusal = answer && !answer.done ? answer : undefined;
  return (
    <>
      <p role="status" className="font-medium text-success">
        {answer?.done && !sent.failed ? done[answer.intent] : ""}
      </p>
      <NotSent failed={sent.failed} className="mb-4" />
      {refusal && refusal.intent === "confirm" ? (
        <Banner tone="error" role="alert" title={refusal.message} className="mb-4" />
      ) : null}
      {appointment.confirmedAt === null ? (
        <form method="post" action={to} onSubmit={sent.send} className="mt-2">
          {hidden}
          <Button type="submit" name="intent" value="confirm" busy={sent.intent === "confirm"} busyLabel="Confirming…">
            Confirm appointment
          </Button>
        </form>
      ) : null}
      <details className="group mt-3" open={refusal?.intent === "other-time"}>
        <summary className="inline-flex min-h-11 items-center gap-2 rounded-xs font-medium text-sea-ink underline underline-offset-4">
          Ask for another time
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <form method="post" action={to} onSubmit={sent.send} className="grid gap-4 pt-2 pb-3">
          {hidden}
          <input type="hidden" name="attempt" value={attempt} />
          <OtherTime
            key={round}
            id={`other-time-${appointment.id}`}
            text={refusal?.intent === "other-time" ? refusal.text : ""}
            error={refusal?.intent === "other-time" ? refusal.message : undefined}
          />
          <div>
            <Button
              type="submit"
              name="intent"
              value="other-time"
              variant="outline"
              busy={sent.intent === "other-time"}
              busyLabel="Sending…"
            >
              Send
            </Button>
          </div>
        </form>
      </details>
    </>
  );
}

function OtherTime({ id, text, error }: { id: string; text: string; error: string | undefined }) {
  const [length, setLength] = useState(text);
  return (
    <Field
      id={id}
      label="Which other time would suit you?"
      hint="Up to 500 characters. The appointment doesn’t change until we write to you."
      error={error}
    >
      <Textarea
        name="text"
        rows={3}
        defaultValue={text}
        dir="auto"
        onChange={(event) => setLength(event.currentTarget.value)}
      />
      <OverLimit id={id} text={length} limit={otherTimeLimit} />
    </Field>
  );
}
